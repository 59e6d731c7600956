import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { focusOn } from '#client/lib/page/focus-on';
import { Button } from '#client/ui/button';
import { TextArea, TextField } from '#client/ui/fields/text-field';
import type { AdminPaymentHistory, Settlement } from '#shared/contracts/admin-payments';
import { REASON_MAX_LENGTH, REFERENCE_MAX_LENGTH } from '#shared/domain/payment';
import { useSettle } from '../use-payment-actions';

type Act = Settlement['act'];
type Payment = AdminPaymentHistory['payment'];

interface SettlePanelProps {
  payment: Payment;
  act: Act;
  onClose: () => void;
}

/** An action that settles a payment: asks for details, then for confirmation. */
export function SettlePanel({ payment, act, onClose }: SettlePanelProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState<Typed>({ providerRef: '', reason: '' });
  const [isConfirming, setConfirming] = useState(false);
  const toForm = () => setConfirming(false);
  const settle = useSettle(payment.id, { onDone: onClose, onFailed: toForm });
  const { providerRef, reason } = typed;
  const settlement: Settlement = act === 'attach' ? { act, providerRef, reason } : { act, reason };
  return (
    <div className="border-surface-line border-t pt-4">
      <h4 className="font-bold font-sans text-base">{t(`tracking.settle.action.${act}`)}</h4>
      <p className="mt-1 mb-3 max-w-prose">
        {t(`tracking.settle.hint.${act}`)} <Consequence payment={payment} act={act} />
      </p>
      {isConfirming ? (
        <Confirmation
          settlement={settlement}
          isBusy={settle.isPending}
          onBack={toForm}
          onConfirm={() => settle.mutate(settlement)}
        />
      ) : (
        <SettleForm
          act={act}
          typed={typed}
          onType={setTyped}
          onCancel={onClose}
          onContinue={() => setConfirming(true)}
        />
      )}
    </div>
  );
}

/** Says what happens to the votes of a payment whose money was returned. */
function Consequence({ payment, act }: { payment: Payment; act: Act }) {
  const { t } = useTranslation();
  if (act !== 'refunded') return null;
  if (payment.status !== 'completed') return t('tracking.settle.notCounted');
  return <strong>{t('tracking.settle.takenBack', { count: payment.totalVotes })}</strong>;
}

interface Typed {
  /** Required only when a reference is attached. */
  providerRef: string;
  reason: string;
}

interface SettleFormProps {
  act: Act;
  typed: Typed;
  onType: (typed: Typed) => void;
  onCancel: () => void;
  onContinue: () => void;
}

function SettleForm({ act, typed, onType, onCancel, onContinue }: SettleFormProps) {
  const { t } = useTranslation();
  const [isTried, setTried] = useState(false);
  const isAttach = act === 'attach';
  const lacksReference = isAttach && typed.providerRef.trim() === '';
  const lacksReason = typed.reason.trim() === '';

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!lacksReference && !lacksReason) return onContinue();
    setTried(true);
    const missing = event.currentTarget.elements.namedItem(
      lacksReference ? 'providerRef' : 'reason',
    );
    if (missing instanceof HTMLElement) missing.focus();
  };

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-3">
      {isAttach && (
        <TextField
          ref={focusOn}
          name="providerRef"
          label={t('tracking.settle.providerRef')}
          required
          maxLength={REFERENCE_MAX_LENGTH}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={typed.providerRef}
          onChange={({ target }) => onType({ ...typed, providerRef: target.value })}
          error={isTried && lacksReference ? t('tracking.settle.providerRefRequired') : undefined}
        />
      )}
      <TextArea
        {...(isAttach ? {} : { ref: focusOn })}
        name="reason"
        label={t('tracking.settle.reason')}
        required
        maxLength={REASON_MAX_LENGTH}
        value={typed.reason}
        onChange={({ target }) => onType({ ...typed, reason: target.value })}
        error={isTried && lacksReason ? t('tracking.settle.reasonRequired') : undefined}
      />
      <div className="flex flex-wrap gap-2">
        <Button variant="outline" size="sm" onClick={onCancel}>
          {t('tracking.settle.cancel')}
        </Button>
        <Button type="submit" size="sm">
          {t('tracking.settle.continue')}
        </Button>
      </div>
    </form>
  );
}

interface ConfirmationProps {
  settlement: Settlement;
  isBusy: boolean;
  onBack: () => void;
  onConfirm: () => void;
}

function Confirmation({ settlement, isBusy, onBack, onConfirm }: ConfirmationProps) {
  const { t } = useTranslation();
  const { act, reason } = settlement;
  return (
    <fieldset aria-labelledby="settle-question" aria-describedby="settle-typed">
      <p id="settle-question" className="font-bold">
        {t(`tracking.settle.question.${act}`)}
      </p>
      <dl id="settle-typed" className="mt-2 flex flex-col gap-2">
        {act === 'attach' && (
          <TypedText name={t('tracking.settle.providerRef')} text={settlement.providerRef} />
        )}
        <TypedText name={t('tracking.settle.reason')} text={reason} />
      </dl>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button ref={focusOn} variant="outline" size="sm" disabled={isBusy} onClick={onBack}>
          {t('tracking.settle.back')}
        </Button>
        <Button
          variant={act === 'refunded' ? 'danger' : 'gold'}
          size="sm"
          isBusy={isBusy}
          onClick={onConfirm}
        >
          {t(`tracking.settle.confirm.${act}`)}
        </Button>
      </div>
    </fieldset>
  );
}

const TypedText = ({ name, text }: { name: string; text: string }) => (
  <div>
    <dt className="text-ivory-muted">{name}</dt>
    <dd className="wrap-anywhere whitespace-pre-wrap">{text.trim()}</dd>
  </div>
);
