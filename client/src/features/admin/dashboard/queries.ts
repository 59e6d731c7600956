import { queryOptions } from '@tanstack/react-query';
import { get } from '#client/lib/api';
import type { Stats } from '#shared/contracts/admin-payments';

const REFRESH_MS = 30_000;

export const statsQuery = queryOptions({
  queryKey: ['/api/stats'],
  queryFn: get<Stats>(),
  refetchInterval: REFRESH_MS,
});
