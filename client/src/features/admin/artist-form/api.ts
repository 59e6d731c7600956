import { queryOptions } from '@tanstack/react-query';
import { call } from '#client/lib/api/request';

/** Begins the key of every change made from this form. */
export const FORM_CHANGES = 'artist-form';

/** Never from memory: what is edited is what is stored now. */
export const artistToEdit = (id: string) =>
  queryOptions({
    queryKey: ['/api/admin/artists', id],
    queryFn: ({ signal }) => call('GET /api/admin/artists/:id', { params: { id }, signal }),
    staleTime: 0,
    gcTime: 0,
  });
