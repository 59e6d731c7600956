import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { CalendarClock, type LucideIcon, Trophy } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { publicConfigQuery } from '#client/lib/api/public-config';
import { useEventTime } from '#client/lib/use-event';
import { Countdown } from '#client/ui/countdown';
import { useVotingPhase } from '../use-voting-phase';

/** Shows when voting opens or closes, and how long until then; nothing when it is always open. */
function VotingTime() {
  const { t } = useTranslation();
  const eventTime = useEventTime();
  const phase = useVotingPhase();
  const { data: config } = useQuery(publicConfigQuery);
  if (!config) return null;
  if (phase === 'closed') return <Line Icon={CalendarClock}>{t('catalog.voting.closed')}</Line>;
  const { opensAt, closesAt } = config.voting;
  const change = phase === 'open' ? closesAt : opensAt;
  if (change === null) return null;
  return (
    <Line Icon={CalendarClock}>
      {t(phase === 'open' ? 'catalog.voting.closesAt' : 'catalog.voting.opensAt', {
        instant: eventTime(change),
      })}{' '}
      <Countdown to={change} />
    </Line>
  );
}

/** Says what the public sees of the votes, unless that is everything. */
function ResultsNote() {
  const { t } = useTranslation();
  const eventTime = useEventTime();
  const results = useQuery(publicConfigQuery).data?.results;
  if (!results || results.shows === 'live') return null;
  return (
    <Line Icon={Trophy}>
      {t(`catalog.results.${results.shows}`, { time: results.since && eventTime(results.since) })}
    </Line>
  );
}

const Line = ({ Icon, children }: { Icon: LucideIcon; children: ReactNode }) => (
  <p className="flex max-w-xl items-start gap-2.5 text-ivory-soft text-sm">
    <Icon aria-hidden className="mt-0.5 size-4 shrink-0 text-gold" />
    <span className="min-w-0">{children}</span>
  </p>
);

/** The end of a hero. Keeps its height when empty, so that nothing moves. */
export const VotingNotice = ({ isOfCategory = false }: { isOfCategory?: boolean }) => (
  <div
    className={clsx(
      'flex flex-col gap-1.5 pb-4 sm:min-h-19',
      // A category also has a note about its votes.
      isOfCategory ? 'min-h-19' : 'min-h-14',
    )}
  >
    <VotingTime />
    <ResultsNote />
  </div>
);
