import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '#client/lib/api/request';

/** Refresh interval in ms: votes are counted within seconds, but this page is read more slowly. */
const REFRESH_MS = 30_000;

/**
 * The summary figures of the log.
 * @param year of an edition; null for the current one
 */
export const useOpenCount = (year: string | null = null) =>
  useQuery({
    queryKey: ['/api/count', ...(year === null ? [] : [{ edition: year }])],
    queryFn: ({ signal }) =>
      call('GET /api/count', {
        signal,
        ...(year !== null && { query: new URLSearchParams({ edition: year }) }),
      }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });
