import { useQuery } from '@tanstack/react-query';
import { CalendarClock } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '../../lib/format';
import { publicConfigQuery } from '../../lib/public-config';
import { useLanguage } from '../../lib/use-language';

/** When votes open and close; nothing where they are always open. */
export function VotingNotice() {
  const { t } = useTranslation();
  const language = useLanguage();
  const { data: config } = useQuery(publicConfigQuery);
  if (!config) return null;

  const { isOpen, opensAt, closesAt } = config.voting;
  const isStillToOpen = !isOpen && opensAt !== null && new Date(opensAt) > new Date();
  if (isOpen && closesAt === null) return null;

  let text = t('catalog.voting.closed');
  if (isOpen && closesAt !== null) {
    text = t('catalog.voting.closesAt', { instant: formatDateTime(closesAt, language) });
  } else if (isStillToOpen) {
    text = t('catalog.voting.opensAt', { instant: formatDateTime(opensAt, language) });
  }
  return (
    <p className="flex max-w-xl items-start gap-2.5 text-ivory-soft text-sm">
      <CalendarClock aria-hidden className="mt-0.5 size-4 shrink-0 text-gold" />
      {text}
    </p>
  );
}
