import { queryOptions } from '@tanstack/react-query';
import { call } from '#client/lib/api/request';

/** First part of the mutation key of every change made in this form. */
export const FORM_CHANGES = 'artist-form';

/** What merging an artist into another would do now. */
export const mergePreviewQuery = (id: string, into: string) =>
  queryOptions({
    queryKey: ['/api/admin/artists', id, 'merge', into],
    queryFn: ({ signal }) =>
      call('GET /api/admin/artists/:id/merge', {
        params: { id },
        query: new URLSearchParams({ into }),
        signal,
      }),
    staleTime: 0,
    gcTime: 0,
  });

/** Never from the cache: the form edits what is stored now. */
export const artistToEdit = (id: string) =>
  queryOptions({
    queryKey: ['/api/admin/artists', id],
    queryFn: ({ signal }) => call('GET /api/admin/artists/:id', { params: { id }, signal }),
    staleTime: 0,
    gcTime: 0,
  });
