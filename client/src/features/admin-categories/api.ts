import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api/request';

export const adminCategoriesQuery = queryOptions({
  queryKey: ['/api/admin/categories'],
  queryFn: ({ signal }) => call('GET /api/admin/categories', { signal }),
});
