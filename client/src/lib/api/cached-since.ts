import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { CACHED_SINCE_HEADER } from '#shared/domain/offline';
import { isBrowser } from '../browser/page-render';

/** In ms: a network that is reported as online may not work yet, so it is retried. */
const RETRY_MS = 15_000;

/** When the oldest data on screen was stored; null while all of it comes from the server. */
let oldest: string | null = isBrowser ? (document.documentElement.dataset.keptSince ?? null) : null;
/** Same as `oldest`, for the responses to a refresh in progress. */
let refreshed: { oldest: string | null } | null = null;
const watchers = new Set<() => void>();

function setOldest(since: string | null): void {
  oldest = since;
  for (const onChange of watchers) onChange();
}

const watch = (onChange: () => void) => {
  watchers.add(onChange);
  return () => watchers.delete(onChange);
};

const older = (a: string | null, b: string) => (a === null || b < a ? b : a);

/** @returns true when this response comes from the browser's storage */
export function recordAge(answer: Response): boolean {
  const since = answer.headers.get(CACHED_SINCE_HEADER);
  if (since === null) return false;
  if (refreshed) refreshed.oldest = older(refreshed.oldest, since);
  else setOldest(older(oldest, since));
  return true;
}

/** Refetches everything on screen; data that fails to load keeps its age. */
async function refresh(queryClient: QueryClient): Promise<void> {
  if (refreshed) return;
  const round = { oldest: null };
  refreshed = round;
  const isOurs = ([path]: readonly unknown[]) => String(path).startsWith('/api/');
  await queryClient
    .invalidateQueries({ predicate: ({ queryKey }) => isOurs(queryKey) }, { throwOnError: true })
    .then(
      () => setOldest(round.oldest),
      () => undefined,
    );
  refreshed = null;
}

/** When the data on screen was stored, as an ISO instant, and a function to refresh it. */
export function useCachedSince(): { since: string | null; refresh: () => void } {
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
