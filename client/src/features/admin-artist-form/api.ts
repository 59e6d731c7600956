import { queryOptions } from '@tanstack/react-query';
import type { Upload } from '#shared/contracts/admin-catalog';
import { ApiError, call } from '../../lib/api/request';

/** Begins the key of every change made from this form. */
export const FORM_CHANGES = 'artist-form';
export const UPLOADS = 'upload';

/** Never from memory: what is edited is what is stored now. */
export const artistToEdit = (id: string) =>
  queryOptions({
    queryKey: ['/api/admin/artists', id],
    queryFn: ({ signal }) => call('GET /api/admin/artists/:id', { params: { id }, signal }),
    staleTime: 0,
    gcTime: 0,
  });

/** @throws ApiError */
export async function uploadPhoto(photo: File): Promise<Upload> {
  const response = await fetch('/api/admin/uploads', {
    method: 'POST',
    credentials: 'include',
    headers: { Accept: 'application/json', 'Content-Type': photo.type },
    body: photo,
  });
  if (!response.ok) {
    throw new ApiError(response.status, (await response.text()) || response.statusText);
  }
  return response.json();
}
