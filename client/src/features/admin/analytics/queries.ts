import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { request } from '#client/lib/api';
import type { Analytics } from '#shared/contracts/admin-payments';
import type { Period } from './period';

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
