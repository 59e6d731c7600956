import { queryOptions } from '@tanstack/react-query';
import { get } from '#client/lib/api';
import type { AdminArtist } from '#shared/contracts/admin-catalog';

export const adminArtistsQuery = queryOptions({
  queryKey: ['/api/admin/artists'],
  queryFn: get<AdminArtist[]>(),
});
