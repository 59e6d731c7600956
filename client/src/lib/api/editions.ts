import { queryOptions } from '@tanstack/react-query';
import { call } from './request';

export const editionsQuery = queryOptions({
  queryKey: ['/api/editions'],
  queryFn: ({ signal }) => call('GET /api/editions', { signal, isAnswer: Array.isArray }),
});

export const archiveQuery = (year: string) =>
  queryOptions({
    queryKey: ['/api/editions', year],
    queryFn: ({ signal }) => call('GET /api/editions/:year', { params: { year }, signal }),
  });

export const archivedResultsQuery = (year: string, categoryId: string) =>
  queryOptions({
    queryKey: ['/api/editions', year, 'categories', categoryId],
    queryFn: ({ signal }) =>
      call('GET /api/editions/:year/categories/:categoryId', {
        params: { year, categoryId },
        signal,
      }),
  });
