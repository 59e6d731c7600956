import { useQuery } from '@tanstack/react-query';
import { CalendarClock } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { publicConfigQuery } from '#client/lib/api/public-config';
import { useEventTime } from '#client/lib/use-event';
import { useVotingPhase } from '../use-voting-phase';

/** When votes open or close; null where they are always open, and until the server has told. */
function useVotingText(): string | null {
  const { t } = useTranslation();
  const eventTime = useEventTime();
  const phase = useVotingPhase();
  const { data: config } = useQuery(publicConfigQuery);
  if (!config) return null;

  if (phase === 'closed') return t('catalog.voting.closed');
  const { opensAt, closesAt } = config.voting;
  const change = phase === 'open' ? closesAt : opensAt;
  return (
    change &&
    t(phase === 'open' ? 'catalog.voting.closesAt' : 'catalog.voting.opensAt', {
      instant: eventTime(change),
    })
  );
}

/** Stands at the end of a hero; keeps its height when empty, so that nothing moves. */
export function VotingNotice() {
  const text = useVotingText();
  return (
    <div className="min-h-19 pb-4">
      {text && (
        <p className="flex max-w-xl items-start gap-2.5 text-ivory-soft text-sm">
          <CalendarClock aria-hidden className="mt-0.5 size-4 shrink-0 text-gold" />
          {text}
        </p>
      )}
    </div>
  );
}
