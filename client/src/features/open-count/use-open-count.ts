import { useQuery } from '@tanstack/react-query';
import { call } from '#client/lib/api/request';

/** What is counted shows here within seconds; this page is read more slowly. */
const REFRESH_MS = 30_000;

/** What the log says in all. */
export const useOpenCount = () =>
  useQuery({
    queryKey: ['/api/count'],
    queryFn: ({ signal }) => call('GET /api/count', { signal }),
    refetchInterval: REFRESH_MS,
  });
