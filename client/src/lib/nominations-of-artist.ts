import { queryOptions } from '@tanstack/react-query';
import type { Nomination } from '../../../shared/contracts/catalog';
import { get } from './api';

/** What one artist can be voted for: the profile shows it, and the checkout votes by its ids alone. */
export const nominationsOfArtist = (artistId: string) =>
  queryOptions({
    queryKey: ['/api/nominations/artist', artistId],
    queryFn: get<Nomination[]>(),
  });
