import { queryOptions } from '@tanstack/react-query';
import { call } from '#client/lib/api/request';

const ofYear = (year: string) => new URLSearchParams({ edition: year });

/** Categories of another edition than the page is about. */
export const categoriesOfYear = (year: string) =>
  queryOptions({
    queryKey: ['/api/admin/categories', { year }],
    queryFn: ({ signal }) => call('GET /api/admin/categories', { query: ofYear(year), signal }),
  });

export const nomineesOfYear = (year: string, categoryId: string) =>
  queryOptions({
    queryKey: ['/api/admin/nominations/category', categoryId, { year }],
    queryFn: ({ signal }) =>
      call('GET /api/admin/nominations/category/:categoryId', {
        params: { categoryId },
        query: ofYear(year),
        signal,
      }),
  });

/** Never from the cache: it says what would happen now. */
export const editionChangeQuery = (year: string) =>
  queryOptions({
    queryKey: ['/api/admin/edition-change', year],
    queryFn: ({ signal }) =>
      call('GET /api/admin/editions/:year/change', { params: { year }, signal }),
    staleTime: 0,
    gcTime: 0,
  });

/** The rehearsal that is under way, whichever edition it is about. */
export const rehearsalQuery = queryOptions({
  queryKey: ['/api/admin/editions', 'rehearsal'],
  queryFn: ({ signal }) => call('GET /api/admin/editions/rehearsal', { signal }),
  staleTime: 0,
});
