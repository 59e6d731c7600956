import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Artist, Category, Nomination } from '#shared/contracts/catalog';
import { isText, listOf, objectWith } from './answer-shape';
import { call } from './request';

const OF_CATEGORY = '/api/nominations/category';

export const nominationsOfCategory = (categoryId: string) =>
  queryOptions({
    queryKey: [OF_CATEGORY, categoryId],
    queryFn: ({ signal }) =>
      call('GET /api/nominations/category/:categoryId', { params: { categoryId }, signal }),
  });

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

/** What category pages have loaded of an artist's nominations: to show where the artist's own answer is not to be had. */
export const nominationsOfCategories = (client: QueryClient, artistId: string): Nomination[] =>
  client
    .getQueriesData<Nomination[]>({ queryKey: [OF_CATEGORY] })
    .flatMap(([, nominations = []]) => nominations)
    .filter(({ artist }) => artist.id === artistId);

/** The artist as a category's page has loaded it: to show until the artist's own answer is there. */
export const artistOfCategories = (client: QueryClient, artistId: string): Artist | undefined =>
  nominationsOfCategories(client, artistId)[0]?.artist;
