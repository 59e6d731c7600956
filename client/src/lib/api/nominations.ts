import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Artist, Category, Nomination } from '#shared/contracts/catalog';
import { call } from './request';
import { isText, listOf, objectWith } from './response-shape';

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

/** Nominations of one artist: the profile shows them, and the checkout votes only by their ids. */
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

/**
 * An artist's nominations that category pages have loaded: shown when the artist's own response is
 * not available.
 */
export const nominationsOfCategories = (client: QueryClient, artistId: string): Nomination[] =>
  client
    .getQueriesData<Nomination[]>({ queryKey: [OF_CATEGORY] })
    .flatMap(([, nominations = []]) => nominations)
    .filter(({ artist }) => artist.id === artistId);

/** The artist as loaded by a category's page: shown until the artist's own response arrives. */
export const artistOfCategories = (client: QueryClient, artistId: string): Artist | undefined =>
  nominationsOfCategories(client, artistId)[0]?.artist;
