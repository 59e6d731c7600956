import { CalendarClock } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '../../../lib/format';
import { useLanguage } from '../../../lib/use-language';

/** The closing time, and the rule for a payment that straddles it. */
export function ClosingNote({ closesAt }: { closesAt: string }) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <p className="flex items-start gap-2.5 px-1 text-ivory-soft text-sm">
      <CalendarClock aria-hidden className="mt-0.5 size-4 shrink-0 text-gold" />
      <span>
        {t('checkout.voting.closesAt', { time: formatDateTime(closesAt, language) })}{' '}
        {t('checkout.voting.lateApproval')}
      </span>
    </p>
  );
}
