import { infiniteQueryOptions } from '@tanstack/react-query';
import type { AdminActionList } from '#shared/contracts/admin-catalog';
import { call } from '../../lib/api/request';
import type { ActivityKind } from './use-activity-kind';

export type RecordedAction = AdminActionList['actions'][number];

/** Few enough to be read, with all that they changed. */
const PAGE_SIZE = 25;
/** Below every id. */
const NO_CURSOR = 0;

/** Never from the cache: an administrator who returns has usually changed something since. */
export const activityQuery = (kind: ActivityKind | null) =>
  infiniteQueryOptions({
    queryKey: ['/api/admin/actions', kind],
    queryFn: ({ pageParam, signal }) => {
      const params = new URLSearchParams({ limit: String(PAGE_SIZE) });
      if (kind !== null) params.set('entity', kind);
      if (pageParam !== NO_CURSOR) params.set('cursor', String(pageParam));
      return call('GET /api/admin/actions', { query: params, signal });
    },
    initialPageParam: NO_CURSOR,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    staleTime: 0,
  });
