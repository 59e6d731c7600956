import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMoney } from '#client/lib/format';
import { useLanguage } from '#client/lib/use-language';
import { Button } from '#client/ui/button';
import type { AdminPaymentHistory } from '#shared/contracts/admin-payments';
import { useRefund } from './use-refund';

/** Both questions start with the focus on the answer that changes nothing. */
const focusOn = (element: HTMLElement | null) => element?.focus();

/** Asks once more before money moves: a refund cannot be undone. */
export function RefundPanel({ history }: { history: AdminPaymentHistory }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [isAsking, setIsAsking] = useState(false);
  const { id, amount: amountMinor, currency, totalVotes } = history.payment;
  const refund = useRefund(id, () => setIsAsking(false));
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
        className="border-alert px-4 py-1.5 text-alert text-sm"
        onClick={() => setIsAsking(true)}
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
          className="px-4 py-1.5 text-sm"
          disabled={refund.isPending}
          onClick={() => setIsAsking(false)}
        >
          {t('tracking.refund.cancel')}
        </Button>
        <Button
          variant="danger"
          className="px-4 py-1.5 text-sm"
          isBusy={refund.isPending}
          onClick={() => refund.mutate()}
        >
          {t('tracking.refund.confirm', { amount })}
        </Button>
      </div>
    </fieldset>
  );
}
