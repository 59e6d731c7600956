import { useTranslation } from 'react-i18next';
import { useAdminMutation } from '#client/features/auth/index';
import { ApiError, call } from '#client/lib/api/request';
import { formatMoney } from '#client/lib/format';
import { focusOn } from '#client/lib/page/focus-on';
import { useLanguage } from '#client/lib/use-language';
import { Button } from '#client/ui/button';
import { toast, toastError } from '#client/ui/overlay/toast';
import type { AdminPaymentHistory } from '#shared/contracts/admin-payments';
import { useRefreshPayment } from '../use-payment-actions';

/**
 * Requests a refund from the card provider; the server withdraws the votes once it is confirmed.
 */
function useRefund(paymentId: string, onSettled: () => void) {
  const { t } = useTranslation();
  const refresh = useRefreshPayment(paymentId);
  return useAdminMutation({
    mutationFn: () => call('POST /api/admin/payments/:id/refund', { params: { id: paymentId } }),
    onSuccess: ({ status }) => {
      const outcome = status === 'refunded' ? 'refunded' : 'requested';
      toast({
        title: t(`tracking.refund.${outcome}.title`),
        description: t(`tracking.refund.${outcome}.description`),
      });
    },
    onError: (error) =>
      toastError(t('tracking.error.title'), t(`tracking.refund.failed.${failureOf(error)}`)),
    // After a failure too: the payment's history shows the result.
    onSettled: async () => {
      await refresh();
      onSettled();
    },
  });
}

function failureOf(error: Error): 'refused' | 'busy' | 'uncertain' {
  if (!(error instanceof ApiError)) return 'uncertain';
  if (error.status === 409) return 'refused';
  return error.status === 429 ? 'busy' : 'uncertain';
}

interface RefundPanelProps {
  history: AdminPaymentHistory;
  isAsking: boolean;
  onAsk: (isAsking: boolean) => void;
}

/** Asks for confirmation before money moves: a refund cannot be undone. */
export function RefundPanel({ history, isAsking, onAsk }: RefundPanelProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { id, amount: amountMinor, currency, totalVotes } = history.payment;
  const refund = useRefund(id, () => onAsk(false));
  const amount = formatMoney({ amountMinor, currency }, language);

  if (history.isRefundPending) {
    return (
      <p role="status" className="font-semibold text-sm">
        {t('tracking.refund.pending')}
      </p>
    );
  }
  if (!isAsking) {
    return (
      <Button
        variant="outline"
        size="sm"
        className="border-alert text-alert"
        onClick={() => onAsk(true)}
      >
        {t('tracking.refund.action')}
      </Button>
    );
  }
  return (
    <fieldset aria-labelledby="refund-question" aria-describedby="refund-explanation">
      <p id="refund-question" className="font-bold">
        {t('tracking.refund.question', { amount })}
      </p>
      <p id="refund-explanation" className="mt-1 text-sm">
        {t('tracking.refund.explanation', { count: totalVotes })}
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button
          ref={focusOn}
          variant="outline"
          size="sm"
          disabled={refund.isPending}
          onClick={() => onAsk(false)}
        >
          {t('tracking.refund.cancel')}
        </Button>
        <Button
          variant="danger"
          size="sm"
          isBusy={refund.isPending}
          onClick={() => refund.mutate()}
        >
          {t('tracking.refund.confirm', { amount })}
        </Button>
      </div>
    </fieldset>
  );
}
