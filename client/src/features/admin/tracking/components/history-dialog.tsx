import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMoney, formatNumber } from '#client/lib/format';
import { useLanguage } from '#client/lib/use-language';
import { Button } from '#client/ui/button';
import { Dialog } from '#client/ui/overlay/dialog';
import { Separated, Separator } from '#client/ui/separator';
import { Spinner } from '#client/ui/spinner';
import type { AdminPaymentHistory, Settlement } from '#shared/contracts/admin-payments';
import { type EventFact, readEvent } from '#shared/contracts/payment-events';
import { providerName } from '#shared/domain/provider-name';
import { paymentHistory } from '../api';
import { PaymentWords, ReceiptEmail } from '../calls/index';
import { eventTextKey, flagTextKey } from '../model/history-event';
import { formatOnClock, type TimezoneName } from '../model/timezones';
import { shortId } from './copyable';
import { HandRefundPanel } from './hand-refund-panel';
import { HistoryDetails, HistorySection } from './history-details';
import { RefundPanel } from './refund-panel';
import { ReviewSection } from './review-section';

interface HistoryTimelineProps {
  history: AdminPaymentHistory;
  timezone: TimezoneName;
}

/** The providers in a sentence of the history. */
const namesIn = (fact: EventFact) =>
  fact.kind === 'taken-over'
    ? { provider: providerName(fact.provider), takenBy: providerName(fact.takenBy) }
    : { provider: '', takenBy: '' };

/** The history of the payment, oldest first: when, what, why, and from which source. */
function HistoryTimeline({ history, timezone }: HistoryTimelineProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <HistorySection id="payment-history" title={t('tracking.history.timeline')}>
      <ol className="flex flex-col gap-3 border-surface-line border-l-2 pl-4">
        {history.events.map((event) => {
          const fact = readEvent(event);
          return (
            <li key={event.id} className="relative">
              <span
                aria-hidden
                className="absolute top-1.5 -left-[1.4rem] size-2.5 rounded-full bg-gold"
              />
              <p className="font-semibold">{t(eventTextKey(event, fact), namesIn(fact))}</p>
              {'reason' in fact && fact.reason && <p>{t(`tracking.reason.${fact.reason}`)}</p>}
              {fact.kind === 'flagged' && <p>{t(flagTextKey(fact.flag))}</p>}
              <p className="text-ivory-muted text-xs tabular-nums">
                {formatOnClock(event.at, language, timezone)}
                <Separator />
                {t(`tracking.history.source.${event.source}`)}
              </p>
            </li>
          );
        })}
      </ol>
    </HistorySection>
  );
}

function HistoryVotes({ votes }: Pick<AdminPaymentHistory, 'votes'>) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <HistorySection id="payment-votes" title={t('tracking.history.votes')}>
      <ul className="flex flex-col divide-y divide-surface-line">
        {votes.map((vote) => (
          <li key={vote.nominationId} className="flex justify-between gap-3 py-1.5">
            <span className="wrap-anywhere min-w-0">
              <span className="block font-semibold">{vote.artistName}</span>
              <span className="text-ivory-muted">
                {(language === 'fr' && vote.categoryNameFr) || vote.categoryName}
              </span>
            </span>
            <span className="font-semibold tabular-nums">
              {formatNumber(vote.voteCount, language)}
            </span>
          </li>
        ))}
      </ul>
    </HistorySection>
  );
}

/** Money returned to the payer: when, how much, by whom. */
function ReturnedMoney({ history: { returned, payment }, timezone }: HistoryTimelineProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { currency } = payment;
  return (
    <HistorySection id="payment-returned" title={t('tracking.history.returned')}>
      <ul className="flex flex-col divide-y divide-surface-line">
        {returned.map(({ kind, amount, reference, returnedAt, by }) => (
          <li key={`${returnedAt} ${amount}`} className="py-1.5">
            <span className="block font-semibold">
              {formatMoney({ amountMinor: amount, currency }, language)}
              <Separator />
              {t(`tracking.history.return.${kind}`)}
            </span>
            <span className="wrap-anywhere text-ivory-muted text-xs">
              <Separated items={[formatOnClock(returnedAt, language, timezone), by, reference]} />
            </span>
          </li>
        ))}
      </ul>
    </HistorySection>
  );
}

/** Explains why there is no refund button. */
function whyNotRefundable({
  status,
  failureReason,
  completedAt,
}: Pick<AdminPaymentHistory['payment'], 'status' | 'failureReason' | 'completedAt'>) {
  if (status === 'completed') return 'unknown';
  if (status === 'pending') return 'pending';
  if (failureReason === 'disputed' || failureReason === 'after-closing') return failureReason;
  return completedAt === null ? 'failed' : 'returned';
}

interface HistoryDialogProps {
  id: string;
  timezone: TimezoneName;
  onClose: () => void;
}

/** Everything known about one payment, and the actions on it, one at a time. */
export function HistoryDialog({ id, timezone, onClose }: HistoryDialogProps) {
  const { t } = useTranslation();
  const { data: history, isError, isFetching, refetch } = useQuery(paymentHistory(id));
  const [asking, setAsking] = useState<Settlement['act'] | 'refund' | 'hand-refund' | null>(null);
  const isRefunding = asking === 'refund' || asking === 'hand-refund';
  return (
    <Dialog
      onClose={onClose}
      size="lg"
      isFullHeight
      title={t('tracking.history.title', { id: shortId(id) })}
      footer={
        history === undefined ? undefined : history.canRefund ? (
          <RefundPanel
            history={history}
            isAsking={asking === 'refund'}
            onAsk={(isAsking) => setAsking(isAsking ? 'refund' : null)}
          />
        ) : history.canRefundByHand ? (
          asking !== 'hand-refund' && (
            <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
              <Button
                variant="outline"
                size="sm"
                className="border-alert text-alert"
                onClick={() => setAsking('hand-refund')}
              >
                {t('tracking.handRefund.action')}
              </Button>
              <p className="min-w-0 flex-1 basis-60 text-ivory-soft text-sm">
                {t('tracking.handRefund.hint')}
              </p>
            </div>
          )
        ) : (
          <p className="text-ivory-soft text-sm">
            {t(`tracking.refund.none.${whyNotRefundable(history.payment)}`)}
          </p>
        )
      }
    >
      {history && (
        <div className="grid gap-6 pb-5 text-sm md:grid-cols-2">
          {history.canRefundByHand && asking === 'hand-refund' && (
            <div className="min-w-0 md:col-span-2">
              <HandRefundPanel payment={history.payment} onClose={() => setAsking(null)} />
            </div>
          )}
          {history.flags.length > 0 && (
            <div className="min-w-0 md:col-span-2">
              <ReviewSection
                history={history}
                timezone={timezone}
                asking={isRefunding ? null : asking}
                onAsk={setAsking}
              />
            </div>
          )}
          <div className="min-w-0 md:col-span-2">
            <HistorySection id="payment-words" title={t('tracking.words.title')}>
              <PaymentWords history={history} />
            </HistorySection>
          </div>
          <HistoryDetails payment={history.payment} timezone={timezone} />
          <div className="flex min-w-0 flex-col gap-6">
            <HistoryVotes votes={history.votes} />
            <HistorySection id="payment-receipt-email" title={t('tracking.receiptEmail.title')}>
              <ReceiptEmail history={history} timezone={timezone} />
            </HistorySection>
            {history.returned.length > 0 && <ReturnedMoney history={history} timezone={timezone} />}
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
        <div className="flex h-[calc(60*var(--dvh))] items-center justify-center text-gold">
          <Spinner label={t('common.loading')} />
        </div>
      )}
    </Dialog>
  );
}
