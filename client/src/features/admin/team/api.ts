import { queryOptions } from '@tanstack/react-query';
import { call } from '#client/lib/api/request';

export const teamQuery = queryOptions({
  queryKey: ['/api/admin/team'],
  queryFn: ({ signal }) => call('GET /api/admin/team', { signal }),
  // Who signs in changes it, and so does every other owner.
  staleTime: 0,
});
