import { queryOptions } from '@tanstack/react-query';
import { call } from '#client/lib/api/request';

export const adminArtistsQuery = queryOptions({
  queryKey: ['/api/admin/artists'],
  queryFn: ({ signal }) => call('GET /api/admin/artists', { signal }),
});
