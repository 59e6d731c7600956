import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '#client/lib/api/request';

export interface Period {
  from: string;
  to: string;
}

/**
 * The steps of the previous period stay until those of the new one have loaded.
 * @param period null for all
 */
export const timelineOf = (categoryId: string, period: Period | null) =>
  queryOptions({
    queryKey: ['/api/count/timeline', categoryId, period?.from ?? '', period?.to ?? ''],
    queryFn: ({ signal }) =>
      call('GET /api/count/timeline/:categoryId', {
        params: { categoryId },
        ...(period && { query: new URLSearchParams({ ...period }) }),
        signal,
      }),
    placeholderData: keepPreviousData,
  });
