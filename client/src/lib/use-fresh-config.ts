import { useQuery } from '@tanstack/react-query';
import type { PublicConfig } from '#shared/contracts/config';
import { publicConfigQuery } from './api/public-config';
import { isServerClockKnown, serverNow } from './time/server-clock';

/** Poll interval in ms: the longest time until an open page shows changed settings. */
const EVERY_MS = 60_000;
/** In ms: a server-rendered page loads first; then the clock is synchronised. */
const CLOCK_DELAY_MS = 3_000;
/** In ms: a moment late, so that the server agrees that the moment has passed. */
const AFTER_MS = 300;

/** Returns the wait until the next request: shorter when a change is known to be due. */
function refetchIntervalMs({ changesAt }: Pick<PublicConfig, 'changesAt'>): number {
  if (changesAt === null) return EVERY_MS;
  const untilThenMs = Math.max(0, Date.parse(changesAt) - serverNow()) + AFTER_MS;
  return Math.min(untilThenMs, isServerClockKnown() ? EVERY_MS : CLOCK_DELAY_MS);
}

/**
 * Keeps the organiser's settings up to date while the page is visible: at intervals, and at a
 * moment when a change is known to be due, such as the end of voting.
 */
export function useFreshConfig(): void {
  useQuery({
    ...publicConfigQuery,
    refetchInterval: ({ state: { data } }) => (data ? refetchIntervalMs(data) : EVERY_MS),
  });
}
