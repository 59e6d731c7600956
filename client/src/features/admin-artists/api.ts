import { queryOptions } from '@tanstack/react-query';
import type { AdminArtist } from '#shared/contracts/admin-catalog';
import { get } from '../../lib/api/request';

export const adminArtistsQuery = queryOptions({
  queryKey: ['/api/admin/artists'],
  queryFn: get<AdminArtist[]>(),
});
