import { queryOptions } from '@tanstack/react-query';
import { call } from '#client/lib/api/request';
import type { OpenSession } from '#shared/contracts/admin-team';

export const sessionsQuery = queryOptions({
  queryKey: ['/api/admin/sessions'],
  queryFn: ({ signal }): Promise<OpenSession[]> => call('GET /api/admin/sessions', { signal }),
  staleTime: 0,
});
