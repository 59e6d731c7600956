import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api/request';

const REFRESH_MS = 30_000;

export const healthQuery = queryOptions({
  queryKey: ['/api/admin/health'],
  queryFn: ({ signal }) => call('GET /api/admin/health', { signal }),
  refetchInterval: REFRESH_MS,
  // An administrator who returns wants the current state.
  staleTime: 0,
});
