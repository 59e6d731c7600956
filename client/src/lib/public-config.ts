import { queryOptions } from '@tanstack/react-query';
import type { PublicConfig } from '../../../shared/contracts/config';
import { get } from './api';

export const publicConfigQuery = queryOptions({
  queryKey: ['/api/config'],
  queryFn: get<PublicConfig>(),
});
