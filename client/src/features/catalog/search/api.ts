import { queryOptions } from '@tanstack/react-query';
import { call } from '#client/lib/api/request';
import { catalogueSearch } from './model/catalogue-search';

/** The search function, built once each time the index is loaded. */
export const searchQuery = queryOptions({
  queryKey: ['/api/search-index'],
  queryFn: async ({ signal }) => catalogueSearch(await call('GET /api/search-index', { signal })),
});
