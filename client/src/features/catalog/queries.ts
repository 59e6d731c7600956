import { queryOptions } from '@tanstack/react-query';
import type { Category, Nomination, SharedNomination } from '../../../../shared/contracts/catalog';
import { ApiError, get } from '../../lib/api';
import { inSessionOrder } from './nominee-order';

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

/** An address that names nothing: unknown (404), or not even an id (400). */
export const isMissing = (error: Error | null): boolean =>
  error instanceof ApiError && (error.status === 404 || error.status === 400);
