import { queryOptions } from '@tanstack/react-query';
import { call } from '#client/lib/api/request';

export const deletedQuery = queryOptions({
  queryKey: ['/api/admin/deleted'],
  queryFn: ({ signal }) => call('GET /api/admin/deleted', { signal }),
});
