import { queryOptions } from '@tanstack/react-query';
import type { Artist, Category, Nomination } from '#shared/contracts/catalog';
import { isText, listOf, objectWith } from './answer-shape';
import { call } from './request';

const isNomination = objectWith<Nomination>({
  id: isText,
  artist: objectWith<Artist>({ name: isText }),
  category: objectWith<Category>({ id: isText, name: isText }),
});

/** What one artist can be voted for: the profile shows it, and the checkout votes by its ids alone. */
export const nominationsOfArtist = (artistId: string) =>
  queryOptions({
    queryKey: ['/api/nominations/artist', artistId],
    queryFn: ({ signal }) =>
      call('GET /api/nominations/artist/:artistId', {
        params: { artistId },
        signal,
        isAnswer: listOf(isNomination),
      }),
  });
