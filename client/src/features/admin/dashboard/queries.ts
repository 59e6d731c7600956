import { queryOptions } from '@tanstack/react-query';
import type { Stats } from '../../../../../shared/contracts/admin-payments';
import { get } from '../../../lib/api';

const REFRESH_MS = 30_000;

export const statsQuery = queryOptions({
  queryKey: ['/api/stats'],
  queryFn: get<Stats>(),
  refetchInterval: REFRESH_MS,
});
