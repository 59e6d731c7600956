import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '#client/lib/api/request';

export interface Period {
  from: string;
  to: string;
}

/** Until the steps of another period are there, those of the last one stay. @param period null for all */
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
