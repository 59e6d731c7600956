import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '#client/lib/api/request';

export interface Period {
  from: string;
  to: string;
}

/**
 * The steps of the previous period stay until those of the new one have loaded.
 * @param archivedYear of an archived edition; null for the current one
 * @param period null for all
 */
export const timelineOf = (
  categoryId: string,
  archivedYear: string | null,
  period: Period | null,
) =>
  queryOptions({
    queryKey: [
      '/api/count/timeline',
      categoryId,
      archivedYear,
      period?.from ?? '',
      period?.to ?? '',
    ],
    queryFn: ({ signal }) =>
      call('GET /api/count/timeline/:categoryId', {
        params: { categoryId },
        query: new URLSearchParams({
          ...period,
          ...(archivedYear !== null && { edition: archivedYear }),
        }),
        signal,
      }),
    placeholderData: keepPreviousData,
  });
