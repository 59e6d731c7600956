import { queryOptions } from '@tanstack/react-query';
import { call } from '#client/lib/api/request';

export const featuredQuery = queryOptions({
  queryKey: ['/api/featured-artists'],
  queryFn: ({ signal }) => call('GET /api/featured-artists', { signal }),
});

export const categoryQuery = (id: string) =>
  queryOptions({
    queryKey: ['/api/categories', id],
    queryFn: ({ signal }) => call('GET /api/categories/:id', { params: { id }, signal }),
  });

export const sharedNominationQuery = (link: string) =>
  queryOptions({
    queryKey: ['/api/nominations/share', link],
    queryFn: ({ signal }) => call('GET /api/nominations/share/:link', { params: { link }, signal }),
  });
