import { queryOptions } from '@tanstack/react-query';
import { call } from '#client/lib/api/request';
import { catalogueSearch } from './model/catalogue-search';

/** The search itself, made ready once for each time that the index is loaded. */
export const searchQuery = queryOptions({
  queryKey: ['/api/search-index'],
  queryFn: async ({ signal }) => catalogueSearch(await call('GET /api/search-index', { signal })),
});
