import { queryOptions } from '@tanstack/react-query';
import type { AdminCategory } from '#shared/contracts/admin-catalog';
import { get } from '../../lib/api/request';

export const adminCategoriesQuery = queryOptions({
  queryKey: ['/api/admin/categories'],
  queryFn: get<AdminCategory[]>(),
});
