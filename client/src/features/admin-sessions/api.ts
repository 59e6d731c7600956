import { queryOptions } from '@tanstack/react-query';
import type { OpenSession } from '#shared/contracts/admin-team';

import { call } from '../../lib/api/request';

export const sessionsQuery = queryOptions({
  queryKey: ['/api/admin/sessions'],
  queryFn: ({ signal }): Promise<OpenSession[]> => call('GET /api/admin/sessions', { signal }),
  staleTime: 0,
});
