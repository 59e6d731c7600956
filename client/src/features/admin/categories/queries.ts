import { queryOptions } from '@tanstack/react-query';
import { get } from '#client/lib/api';
import type { AdminCategory } from '#shared/contracts/admin-catalog';

export const adminCategoriesQuery = queryOptions({
  queryKey: ['/api/admin/categories'],
  queryFn: get<AdminCategory[]>(),
});
