import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAdminMutation } from '#client/features/auth/index';
import { ApiError, call } from '#client/lib/api/request';
import { formatMoney } from '#client/lib/format';
import { focusOn } from '#client/lib/page/focus-on';
import { useLanguage } from '#client/lib/use-language';
import { Button } from '#client/ui/button';
import { TextField } from '#client/ui/fields/text-field';
import { toast, toastError } from '#client/ui/overlay/toast';
import type { AdminPaymentHistory, HandRefund } from '#shared/contracts/admin-payments';
import { REFERENCE_MAX_LENGTH } from '#shared/domain/payment';
import {
  type HandRefundForm,
  handRefundProblems,
  localMinute,
  readHandRefund,
} from '../model/hand-refund';
import { useRefreshPayment } from '../use-payment-actions';

function useRefundByHand(paymentId: string, onSettled: () => void) {
  const { t } = useTranslation();
  const refresh = useRefreshPayment(paymentId);
  return useAdminMutation({
    mutationFn: (body: HandRefund) =>
      call('POST /api/admin/payments/:id/refund-by-hand', { params: { id: paymentId }, body }),
    onSuccess: () =>
      toast({
        title: t('tracking.handRefund.done.title'),
        description: t('tracking.handRefund.done.description'),
      }),
    onError: (error) =>
      toastError(t('tracking.error.title'), t(`tracking.handRefund.failed.${failureOf(error)}`)),
    // After a failure too: the payment's history shows the result.
    onSettled: async () => {
      await refresh();
      onSettled();
    },
  });
}

const failureOf = (error: Error): 'refused' | 'uncertain' =>
  error instanceof ApiError && (error.status === 409 || error.status === 400)
    ? 'refused'
    : 'uncertain';

interface HandRefundPanelProps {
  payment: AdminPaymentHistory['payment'];
  onClose: () => void;
}

/** Asks for the details of money that was returned manually, then for confirmation. */
export function HandRefundPanel({ payment, onClose }: HandRefundPanelProps) {
  const [typed, setTyped] = useState<HandRefundForm>({
    amount: '',
    reference: '',
    returnedAt: localMinute(new Date()),
  });
  const [refund, setRefund] = useState<HandRefund | null>(null);
  return refund ? (
    <Confirmation
      payment={payment}
      refund={refund}
      onBack={() => setRefund(null)}
      onSettled={onClose}
    />
  ) : (
    <HandRefundFields
      payment={payment}
      typed={typed}
      onType={setTyped}
      onCancel={onClose}
      onContinue={setRefund}
    />
  );
}

interface HandRefundFieldsProps {
  payment: AdminPaymentHistory['payment'];
  typed: HandRefundForm;
  onType: (typed: HandRefundForm) => void;
  onCancel: () => void;
  onContinue: (refund: HandRefund) => void;
}

function HandRefundFields({ payment, typed, onType, onCancel, onContinue }: HandRefundFieldsProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [isTried, setTried] = useState(false);
  const amount = formatMoney({ amountMinor: payment.amount, currency: payment.currency }, language);
  const problems = handRefundProblems(typed, payment, new Date());
  const errorOf = (field: keyof HandRefundForm) =>
    isTried && problems[field]
      ? t(`tracking.handRefund.problem.${problems[field]}`, { amount })
      : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    const refund = readHandRefund(typed, payment, new Date());
    if (refund) onContinue(refund);
  };
  return (
    <form noValidate onSubmit={submit}>
      <p className="mb-3 text-sm">{t('tracking.handRefund.hint')}</p>
      <div className="grid grid-cols-1 gap-3 sm:grid-cols-3">
        <TextField
          ref={focusOn}
          label={t('tracking.handRefund.amount')}
          inputMode="numeric"
          value={typed.amount}
          error={errorOf('amount')}
          onChange={({ target }) => onType({ ...typed, amount: target.value })}
        />
        <TextField
          label={t('tracking.handRefund.reference')}
          maxLength={REFERENCE_MAX_LENGTH}
          value={typed.reference}
          error={errorOf('reference')}
          onChange={({ target }) => onType({ ...typed, reference: target.value })}
        />
        <TextField
          label={t('tracking.handRefund.returnedAt')}
          type="datetime-local"
          value={typed.returnedAt}
          error={errorOf('returnedAt')}
          onChange={({ target }) => onType({ ...typed, returnedAt: target.value })}
        />
      </div>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button variant="outline" size="sm" onClick={onCancel}>
          {t('tracking.handRefund.cancel')}
        </Button>
        <Button type="submit" variant="danger" size="sm">
          {t('tracking.handRefund.continue')}
        </Button>
      </div>
    </form>
  );
}

interface ConfirmationProps {
  payment: AdminPaymentHistory['payment'];
  refund: HandRefund;
  onBack: () => void;
  onSettled: () => void;
}

/** Asks for confirmation. The initial focus is on the button that changes nothing. */
function Confirmation({ payment, refund, onBack, onSettled }: ConfirmationProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const record = useRefundByHand(payment.id, onSettled);
  const amount = formatMoney({ amountMinor: refund.amount, currency: payment.currency }, language);
  return (
    <fieldset aria-labelledby="hand-refund-question" aria-describedby="hand-refund-explanation">
      <p id="hand-refund-question" className="font-bold">
        {t('tracking.handRefund.question', { amount, reference: refund.reference })}
      </p>
      <p id="hand-refund-explanation" className="mt-1 text-sm">
        {t('tracking.handRefund.explanation', { count: payment.totalVotes })}
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button
          ref={focusOn}
          variant="outline"
          size="sm"
          disabled={record.isPending}
          onClick={onBack}
        >
          {t('tracking.handRefund.back')}
        </Button>
        <Button
          variant="danger"
          size="sm"
          isBusy={record.isPending}
          onClick={() => record.mutate(refund)}
        >
          {t('tracking.handRefund.confirm', { count: payment.totalVotes })}
        </Button>
      </div>
    </fieldset>
  );
}
