import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call, send } from '#client/lib/api/request';
import { fileNameOf } from '#client/lib/save-file';
import type { AdminActionList } from '#shared/contracts/admin-catalog';
import { type ActivityFilters, queryOf } from './use-activity-filters';

export type RecordedAction = AdminActionList['actions'][number];

/** Entries per page. */
const PAGE_SIZE = 25;
/** Means "no cursor": lower than every id. */
const NO_CURSOR = 0;

/** Never from the cache: an administrator who returns has usually just changed something. */
export const activityQuery = (filters: ActivityFilters) =>
  infiniteQueryOptions({
    queryKey: ['/api/admin/actions', filters],
    queryFn: ({ pageParam, signal }) => {
      const params = queryOf(filters);
      params.set('limit', String(PAGE_SIZE));
      if (pageParam !== NO_CURSOR) params.set('cursor', String(pageParam));
      return call('GET /api/admin/actions', { query: params, signal });
    },
    initialPageParam: NO_CURSOR,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    staleTime: 0,
  });

export const actingPeopleQuery = queryOptions({
  queryKey: ['/api/admin/actions/people'],
  queryFn: ({ signal }) => call('GET /api/admin/actions/people', { signal }),
});

/** Fetches all matching entries as a CSV file. */
export async function fetchActivityFile(filters: ActivityFilters) {
  const headers = { Accept: 'text/csv' };
  const response = await send('GET', `/api/admin/actions.csv?${queryOf(filters)}`, { headers });
  return { name: fileNameOf(response, 'activity.csv'), content: await response.blob() };
}
