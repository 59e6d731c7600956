import { queryOptions } from '@tanstack/react-query';
import { nominationsOfCategory } from '../../lib/api/nominations';
import { call } from '../../lib/api/request';
import { inSessionOrder } from './model/nominee-order';

export const categoriesQuery = queryOptions({
  queryKey: ['/api/categories'],
  queryFn: ({ signal }) => call('GET /api/categories', { signal }),
});

export const categoryQuery = (id: string) =>
  queryOptions({
    queryKey: ['/api/categories', id],
    queryFn: ({ signal }) => call('GET /api/categories/:id', { params: { id }, signal }),
  });

export const nominationsOf = (categoryId: string) =>
  queryOptions({ ...nominationsOfCategory(categoryId), select: inSessionOrder });

export const sharedNominationQuery = (link: string) =>
  queryOptions({
    queryKey: ['/api/nominations/share', link],
    queryFn: ({ signal }) => call('GET /api/nominations/share/:link', { params: { link }, signal }),
  });
