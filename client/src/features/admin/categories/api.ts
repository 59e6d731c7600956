import { queryOptions } from '@tanstack/react-query';
import { call } from '#client/lib/api/request';

export const adminCategoriesQuery = queryOptions({
  queryKey: ['/api/admin/categories'],
  queryFn: ({ signal }) => call('GET /api/admin/categories', { signal }),
});

/** Includes all votes, regardless of what the public may see. */
export const nomineesQuery = (categoryId: string) =>
  queryOptions({
    queryKey: ['/api/admin/nominations/category', categoryId],
    queryFn: ({ signal }) =>
      call('GET /api/admin/nominations/category/:categoryId', { params: { categoryId }, signal }),
  });
