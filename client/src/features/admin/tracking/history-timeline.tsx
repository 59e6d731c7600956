import { useTranslation } from 'react-i18next';
import { useLanguage } from '#client/lib/use-language';
import type { AdminPaymentHistory } from '#shared/contracts/admin-payments';
import { eventTextKey, flagOf, flagTextKey, reasonOf } from './history-event';
import { formatOnClock, type TimezoneName } from './timezones';

interface HistoryTimelineProps {
  history: AdminPaymentHistory;
  timezone: TimezoneName;
}

/** What happened to the payment, oldest first: when, what, why, and how we came to know. */
export function HistoryTimeline({ history, timezone }: HistoryTimelineProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { events, payment } = history;
  return (
    <section aria-labelledby="payment-history">
      <h3 id="payment-history" className="mb-2 font-bold text-base">
        {t('tracking.history.timeline')}
      </h3>
      <ol className="flex flex-col gap-3 border-stage-line border-l-2 pl-4">
        {events.map((event) => {
          const reason = reasonOf(event);
          const flag = flagOf(event);
          return (
            <li key={event.id} className="relative">
              <span
                aria-hidden
                className="absolute top-1.5 -left-[1.4rem] size-2.5 rounded-full bg-gold"
              />
              <p className="font-semibold">{t(eventTextKey(event, payment.provider))}</p>
              {reason && <p>{t(`tracking.reason.${reason}`)}</p>}
              {flag && <p>{t(flagTextKey(flag))}</p>}
              <p className="text-ivory-muted text-xs tabular-nums">
                {formatOnClock(event.at, language, timezone)}
                {' · '}
                {t(`tracking.history.source.${event.source}`)}
              </p>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
