import { useQuery } from '@tanstack/react-query';
import { call } from '#client/lib/api/request';

/** Refresh interval in ms: votes are counted within seconds, but this page is read more slowly. */
const REFRESH_MS = 30_000;

/** The summary figures of the log. */
export const useOpenCount = () =>
  useQuery({
    queryKey: ['/api/count'],
    queryFn: ({ signal }) => call('GET /api/count', { signal }),
    refetchInterval: REFRESH_MS,
  });
