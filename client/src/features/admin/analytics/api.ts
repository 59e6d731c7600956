import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '#client/lib/api/request';
import type { Period } from './use-period';

const PATH = '/api/admin/analytics';
const REFRESH_MS = 30_000;
/** How long the comparison of editions is shown without being read again. */
const COMPARISON_LASTS_MS = 300_000;

/** Figures of the previous period stay until those of the new one have loaded. */
export const analyticsOf = (days: Period) =>
  queryOptions({
    queryKey: [PATH, `?days=${days}`] as const,
    queryFn: ({ signal }) => {
      const query = new URLSearchParams({ days: String(days) });
      return call('GET /api/admin/analytics', { query, signal });
    },
    refetchInterval: REFRESH_MS,
    staleTime: REFRESH_MS,
    placeholderData: keepPreviousData,
  });

export const leadersQuery = queryOptions({
  queryKey: ['/api/admin/leaders'],
  queryFn: ({ signal }) => call('GET /api/admin/leaders', { signal }),
  refetchInterval: REFRESH_MS,
});

export const statsQuery = queryOptions({
  queryKey: ['/api/stats'],
  queryFn: ({ signal }) => call('GET /api/stats', { signal }),
  refetchInterval: REFRESH_MS,
});

export const editionFiguresQuery = queryOptions({
  queryKey: ['/api/admin/editions/figures'],
  queryFn: ({ signal }) => call('GET /api/admin/editions/figures', { signal }),
  staleTime: COMPARISON_LASTS_MS,
});
