import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { KEPT_SINCE_HEADER } from '#shared/domain/offline';
import { isBrowser } from '../browser/page-drawing';

/** A network that is said to be there may not be yet: how often it is tried. */
const RETRY_MS = 15_000;

/** Since when the oldest of what is shown was kept; null while all of it comes from the server. */
let oldest: string | null = isBrowser ? (document.documentElement.dataset.keptSince ?? null) : null;
/** The same, of the answers to a refresh that is under way. */
let refreshed: { oldest: string | null } | null = null;
const watchers = new Set<() => void>();

function tell(since: string | null): void {
  oldest = since;
  for (const onChange of watchers) onChange();
}

const watch = (onChange: () => void) => {
  watchers.add(onChange);
  return () => watchers.delete(onChange);
};

const older = (a: string | null, b: string) => (a === null || b < a ? b : a);

/** @returns whether this answer comes from what the browser keeps */
export function noteAge(answer: Response): boolean {
  const since = answer.headers.get(KEPT_SINCE_HEADER);
  if (since === null) return false;
  if (refreshed) refreshed.oldest = older(refreshed.oldest, since);
  else tell(older(oldest, since));
  return true;
}

/** Asks the server for all that is shown; what cannot be had is as old as it was. */
async function refresh(queryClient: QueryClient): Promise<void> {
  if (refreshed) return;
  const round = { oldest: null };
  refreshed = round;
  const isOurs = ([path]: readonly unknown[]) => String(path).startsWith('/api/');
  await queryClient
    .invalidateQueries({ predicate: ({ queryKey }) => isOurs(queryKey) }, { throwOnError: true })
    .then(
      () => tell(round.oldest),
      () => undefined,
    );
  refreshed = null;
}

/** Since when what is shown was kept, as an ISO instant, and how to have it as it is now. */
export function useKeptSince(): { since: string | null; refresh: () => void } {
  const queryClient = useQueryClient();
  const since = useSyncExternalStore(
    watch,
    () => oldest,
    () => null,
  );
  const isOld = since !== null;
  useEffect(() => {
    if (!isOld) return;
    const tryNetwork = () => {
      if (navigator.onLine && !document.hidden) void refresh(queryClient);
    };
    window.addEventListener('online', tryNetwork);
    const timer = setInterval(tryNetwork, RETRY_MS);
    return () => {
      window.removeEventListener('online', tryNetwork);
      clearInterval(timer);
    };
  }, [isOld, queryClient]);
  return { since, refresh: () => void refresh(queryClient) };
}
