import { queryOptions } from '@tanstack/react-query';
import { call } from '#client/lib/api/request';

/** Other owners change it. */
export const adminEditionsQuery = queryOptions({
  queryKey: ['/api/admin/editions'],
  queryFn: ({ signal }) => call('GET /api/admin/editions', { signal }),
  staleTime: 0,
});
