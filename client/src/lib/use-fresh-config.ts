import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { publicConfigQuery } from './api/public-config';
import { isServerClockKnown, serverNow } from './time/server-clock';

/** What the organiser changes is known on every open page after this long. */
const EVERY_MS = 60_000;
/** The longest that a timer takes; the next read sets another one. */
const LONGEST_TIMER_MS = 24 * 3_600_000;
/** A page that the server has drawn comes first; then, what time it is. */
const CLOCK_DELAY_MS = 3_000;
/** A moment late, so that the server agrees that the moment has come. */
const AFTER_MS = 300;

/**
 * Keeps what the organiser has set up to date while the page is looked at: once in a while, and at the
 * moment at which something is known to change, such as the end of voting.
 */
export function useFreshConfig(): void {
  const {
    data: config,
    dataUpdatedAt,
    refetch,
  } = useQuery({
    ...publicConfigQuery,
    refetchInterval: EVERY_MS,
  });
  const changesAt = config?.changesAt ?? null;
  // Read again, the same moment may still be to come.
  // biome-ignore lint/correctness/useExhaustiveDependencies: dataUpdatedAt
  useEffect(() => {
    if (changesAt === null) return;
    const inMs = Math.max(0, Date.parse(changesAt) - serverNow()) + AFTER_MS;
    const longest = isServerClockKnown() ? LONGEST_TIMER_MS : CLOCK_DELAY_MS;
    const timer = setTimeout(() => void refetch(), Math.min(inMs, longest));
    return () => clearTimeout(timer);
  }, [changesAt, dataUpdatedAt, refetch]);
}
