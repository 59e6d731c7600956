import { queryOptions } from '@tanstack/react-query';
import { call } from '#client/lib/api/request';

/** @param artist slug of a short link, or an id */
export const postersQuery = (artist: string) =>
  queryOptions({
    queryKey: ['/api/posters', artist],
    queryFn: ({ signal }) => call('GET /api/posters/:artist', { params: { artist }, signal }),
  });
