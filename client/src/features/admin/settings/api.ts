import { queryOptions } from '@tanstack/react-query';
import { call } from '#client/lib/api/request';

/** First part of the mutation key of every change made here. */
export const SETTINGS_CHANGES = 'settings';

/** Never from the cache: the form edits what is stored now. */
export const settingsQuery = queryOptions({
  queryKey: ['/api/admin/settings'],
  queryFn: ({ signal }) => call('GET /api/admin/settings', { signal }),
  staleTime: 0,
  gcTime: 0,
});
