import { useQuery } from '@tanstack/react-query';
import type { PublicConfig } from '#shared/contracts/config';
import { publicConfigQuery } from './api/public-config';
import { isServerClockKnown, serverNow } from './time/server-clock';

/** What the organiser changes is known on every open page after this long. */
const EVERY_MS = 60_000;
/** A page that the server has drawn comes first; then, what time it is. */
const CLOCK_DELAY_MS = 3_000;
/** A moment late, so that the server agrees that the moment has come. */
const AFTER_MS = 300;

/** When to ask again: sooner where something is known to change. */
function restMs({ changesAt }: Pick<PublicConfig, 'changesAt'>): number {
  if (changesAt === null) return EVERY_MS;
  const untilThenMs = Math.max(0, Date.parse(changesAt) - serverNow()) + AFTER_MS;
  return Math.min(untilThenMs, isServerClockKnown() ? EVERY_MS : CLOCK_DELAY_MS);
}

/**
 * Keeps what the organiser has set up to date while the page is looked at: once in a while, and at the
 * moment at which something is known to change, such as the end of voting.
 */
export function useFreshConfig(): void {
  useQuery({
    ...publicConfigQuery,
    refetchInterval: ({ state: { data } }) => (data ? restMs(data) : EVERY_MS),
  });
}
