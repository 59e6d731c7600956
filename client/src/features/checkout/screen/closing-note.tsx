import { CalendarClock } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useEventTime } from '#client/lib/use-event-time';

/** The closing time, and the rule for a payment that straddles it. */
export function ClosingNote({ closesAt }: { closesAt: string }) {
  const { t } = useTranslation();
  const eventTime = useEventTime();
  return (
    <p className="flex items-start gap-2.5 px-1 text-ivory-soft text-sm">
      <CalendarClock aria-hidden className="mt-0.5 size-4 shrink-0 text-gold" />
      <span>
        {t('checkout.voting.closesAt', { time: eventTime(closesAt) })}{' '}
        {t('checkout.voting.lateApproval')}
      </span>
    </p>
  );
}
