import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Analytics, Stats } from '#shared/contracts/admin-payments';
import { get, request } from '../../lib/api/request';
import type { Period } from './use-period';

const PATH = '/api/admin/analytics';
const REFRESH_MS = 30_000;

/** Until the figures of another period are there, those of the last one stay. */
export const analyticsOf = (days: Period) =>
  queryOptions({
    queryKey: [PATH, `?days=${days}`] as const,
    queryFn: ({ signal }) => request<Analytics>('GET', `${PATH}?days=${days}`, { signal }),
    refetchInterval: REFRESH_MS,
    staleTime: REFRESH_MS,
    placeholderData: keepPreviousData,
  });

export const statsQuery = queryOptions({
  queryKey: ['/api/stats'],
  queryFn: get<Stats>(),
  refetchInterval: REFRESH_MS,
});
