import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Button } from '#client/ui/button';
import { Dialog } from '#client/ui/dialog';
import { Spinner } from '#client/ui/spinner';
import { HistoryDetails } from './history-details';
import { HistoryTimeline } from './history-timeline';
import { HistoryVotes } from './history-votes';
import { shortId } from './payment-id';
import { paymentHistory } from './queries';
import { RefundPanel } from './refund-panel';
import type { TimezoneName } from './timezones';

interface HistoryDialogProps {
  id: string;
  timezone: TimezoneName;
  onClose: () => void;
}

/** Everything that is known of one payment, and its refund. */
export function HistoryDialog({ id, timezone, onClose }: HistoryDialogProps) {
  const { t } = useTranslation();
  const { data: history, isError, isFetching, refetch } = useQuery(paymentHistory(id));
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      size="lg"
      isFullHeight
      title={t('tracking.history.title', { id: shortId(id) })}
      closeLabel={t('common.close')}
      footer={history?.canRefund ? <RefundPanel history={history} /> : undefined}
    >
      {history && (
        <div className="grid gap-6 pb-5 text-sm md:grid-cols-2">
          <HistoryDetails payment={history.payment} timezone={timezone} />
          <div className="flex min-w-0 flex-col gap-6">
            <HistoryVotes votes={history.votes} />
            <HistoryTimeline history={history} timezone={timezone} />
          </div>
        </div>
      )}
      {!history && isError && (
        <div role="alert" className="flex flex-col items-start gap-3 py-6">
          <p>{t('tracking.history.failed')}</p>
          <Button isBusy={isFetching} onClick={() => void refetch()}>
            {t('common.retry')}
          </Button>
        </div>
      )}
      {!history && !isError && (
        <div className="flex h-[60dvh] items-center justify-center text-gold">
          <Spinner label={t('common.loading')} />
        </div>
      )}
    </Dialog>
  );
}
