import { queryOptions } from '@tanstack/react-query';
import { call } from './request';

export const categoriesQuery = queryOptions({
  queryKey: ['/api/categories'],
  queryFn: ({ signal }) => call('GET /api/categories', { signal }),
});
