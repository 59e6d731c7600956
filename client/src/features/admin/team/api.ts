import { queryOptions } from '@tanstack/react-query';
import { call } from '#client/lib/api/request';

export const teamQuery = queryOptions({
  queryKey: ['/api/admin/team'],
  queryFn: ({ signal }) => call('GET /api/admin/team', { signal }),
  // Sign-ins of others change it, and so do other owners.
  staleTime: 0,
});
