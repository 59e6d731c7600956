import { queryOptions } from '@tanstack/react-query';
import type { Category, Nomination, SharedNomination } from '#shared/contracts/catalog';
import { get } from '../../lib/api/request';
import { inSessionOrder } from './model/nominee-order';

export const categoriesQuery = queryOptions({
  queryKey: ['/api/categories'],
  queryFn: get<Category[]>(),
});

export const categoryQuery = (id: string) =>
  queryOptions({ queryKey: ['/api/categories', id], queryFn: get<Category>() });

export const nominationsOf = (categoryId: string) =>
  queryOptions({
    queryKey: ['/api/nominations/category', categoryId],
    queryFn: get<Nomination[]>(),
    select: inSessionOrder,
  });

export const sharedNominationQuery = (link: string) =>
  queryOptions({ queryKey: ['/api/nominations/share', link], queryFn: get<SharedNomination>() });
