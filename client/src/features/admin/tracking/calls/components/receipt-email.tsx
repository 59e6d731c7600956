import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAdminMutation } from '#client/features/auth/index';
import { ApiError, call } from '#client/lib/api/request';
import { formatRetryTime, retryAtOf } from '#client/lib/api/retry-time';
import { focusOn } from '#client/lib/page/focus-on';
import { useLanguage } from '#client/lib/use-language';
import { Button } from '#client/ui/button';
import { TextField } from '#client/ui/fields/text-field';
import { toast, toastError } from '#client/ui/overlay/toast';
import type { AdminPaymentHistory } from '#shared/contracts/admin-payments';
import { completeEmail, MAX_EMAIL_LENGTH } from '#shared/domain/email';
import { formatOnClock, type TimezoneName } from '../../model/timezones';
import { useRefreshPayment } from '../../use-payment-actions';

/** Sends the receipt again; to another address, if one is given. */
function useSendReceipt({ id, voterEmail: was }: AdminPaymentHistory['payment']) {
  const { t } = useTranslation();
  const language = useLanguage();
  const refresh = useRefreshPayment(id);
  return useAdminMutation({
    mutationFn: (email: string | null) =>
      email === null
        ? call('POST /api/admin/payments/:id/send-receipt', { params: { id } })
        : call('PUT /api/admin/payments/:id/email', { params: { id }, body: { email, was } }),
    onSuccess: () =>
      toast({
        title: t('tracking.receiptEmail.done.title'),
        description: t('tracking.receiptEmail.done.description'),
      }),
    onError: (error) =>
      toastError(
        t('tracking.error.title'),
        t(`tracking.receiptEmail.failed.${failureOf(error)}`, {
          time: formatRetryTime(retryAtOf(error), language),
        }),
      ),
    // After a failure too: the address or the payment may have changed.
    onSettled: refresh,
  });
}

function failureOf(error: Error) {
  if (!(error instanceof ApiError)) return 'uncertain';
  if (error.status === 429) return 'tooOften';
  if (error.code === 'changed-meanwhile' || error.code === 'validation') return error.code;
  return error.status === 409 ? 'refused' : 'uncertain';
}

interface ReceiptEmailProps {
  history: AdminPaymentHistory;
  timezone: TimezoneName;
}

/** Tells what became of the receipt by e-mail, corrects the address and sends it again. */
export function ReceiptEmail({ history, timezone }: ReceiptEmailProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [isCorrecting, setCorrecting] = useState(false);
  const { payment, receiptEmail } = history;
  const { refusal, status, sentAt } = receiptEmail;
  const send = useSendReceipt(payment);
  const state = payment.voterEmail === null ? 'noAddress' : (status ?? 'none');
  return (
    <>
      {refusal === null || refusal === 'mail-off' ? (
        <p>
          {t(`tracking.receiptEmail.state.${state}`, {
            time: sentAt === null ? '' : formatOnClock(sentAt, language, timezone),
          })}
        </p>
      ) : null}
      {refusal !== null && <p>{t(`tracking.receiptEmail.refusal.${refusal}`)}</p>}
      {refusal === null && isCorrecting && (
        <CorrectionForm
          isBusy={send.isPending}
          initial={payment.voterEmail ?? ''}
          onCancel={() => setCorrecting(false)}
          onSend={(email) => send.mutate(email, { onSuccess: () => setCorrecting(false) })}
        />
      )}
      {refusal === null && !isCorrecting && (
        <div className="mt-2 flex flex-wrap gap-2">
          {payment.voterEmail !== null && (
            <Button
              variant="outline"
              size="sm"
              isBusy={send.isPending}
              onClick={() => send.mutate(null)}
            >
              {t('tracking.receiptEmail.again')}
            </Button>
          )}
          <Button
            variant="outline"
            size="sm"
            disabled={send.isPending}
            onClick={() => setCorrecting(true)}
          >
            {t(`tracking.receiptEmail.${payment.voterEmail === null ? 'add' : 'correct'}`)}
          </Button>
        </div>
      )}
    </>
  );
}

interface CorrectionFormProps {
  initial: string;
  isBusy: boolean;
  onCancel: () => void;
  onSend: (email: string) => void;
}

function CorrectionForm({ initial, isBusy, onCancel, onSend }: CorrectionFormProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState(initial);
  const [isTried, setTried] = useState(false);
  const email = completeEmail(typed);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (email !== null) onSend(email);
  };
  return (
    <form noValidate onSubmit={submit} className="mt-2">
      <TextField
        ref={focusOn}
        label={t('tracking.receiptEmail.email')}
        hint={t('tracking.receiptEmail.hint')}
        error={isTried && email === null ? t('tracking.receiptEmail.failed.validation') : undefined}
        type="email"
        inputMode="email"
        autoComplete="off"
        maxLength={MAX_EMAIL_LENGTH}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <div className="mt-3 flex flex-wrap gap-2">
        <Button variant="outline" size="sm" disabled={isBusy} onClick={onCancel}>
          {t('tracking.receiptEmail.cancel')}
        </Button>
        <Button type="submit" size="sm" isBusy={isBusy}>
          {t('tracking.receiptEmail.send')}
        </Button>
      </div>
    </form>
  );
}
