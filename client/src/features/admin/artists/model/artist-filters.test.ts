import { describe, expect, test } from 'vitest';
import type { AdminArtist } from '#shared/contracts/admin-catalog';
import {
  type ARTIST_SORTS,
  type ArtistFilters,
  activeFilterCount,
  findArtists,
  NO_FILTERS,
  orderArtists,
} from './artist-filters';

const anArtist = (name: string, more: Partial<AdminArtist> = {}): AdminArtist => ({
  id: name,
  name,
  bio: null,
  bioFr: null,
  photoUrl: null,
  isTrending: false,
  lacksFrench: false,
  totalVotes: 0,
  trendingVotes: 0,
  categories: [],
  categoryCount: 0,
  isFeatured: false,
  ...more,
});

const ARTISTS = [
  anArtist('Zoé', { totalVotes: 9, lacksFrench: true, bioFr: 'La voix de Douala' }),
  anArtist('Éboa', {
    totalVotes: 2,
    isTrending: true,
    trendingVotes: 12,
    categories: [{ id: 'gospel', name: 'Gospel', nameFr: null }],
  }),
  anArtist('amina', { totalVotes: 5, trendingVotes: 3, bio: 'From Bamenda' }),
];

const names = (changes: Partial<ArtistFilters>) => {
  const filters = { ...NO_FILTERS, ...changes };
  return findArtists(orderArtists(ARTISTS, filters.sort), filters).map(({ name }) => name);
};

describe('artists are ordered', () => {
  test.each<[(typeof ARTIST_SORTS)[number], string[]]>([
    ['name-asc', ['amina', 'Éboa', 'Zoé']],
    ['name-desc', ['Zoé', 'Éboa', 'amina']],
    ['votes-desc', ['Zoé', 'amina', 'Éboa']],
    ['votes-asc', ['Éboa', 'amina', 'Zoé']],
    ['trending', ['Éboa', 'amina', 'Zoé']],
  ])('%s', (sort, expected) => expect(names({ sort })).toEqual(expected));
});

describe('artists are found', () => {
  test.each<[string, Partial<ArtistFilters>, string[]]>([
    ['by a name without its accent', { search: 'EBOA ' }, ['Éboa']],
    ['by a biography in either language', { search: 'douala' }, ['Zoé']],
    ['by a category', { categoryId: 'gospel' }, ['Éboa']],
    ['by missing French texts', { show: 'french' }, ['Zoé']],
    ['by both at once', { categoryId: 'gospel', search: 'zo' }, []],
  ])('%s', (_how, filters, expected) => expect(names(filters)).toEqual(expected));
});

test('a sort order does not count as a filter', () => {
  expect(activeFilterCount({ ...NO_FILTERS, sort: 'trending' })).toBe(0);
  expect(activeFilterCount({ ...NO_FILTERS, search: 'a', categoryId: 'gospel' })).toBe(2);
  expect(activeFilterCount({ ...NO_FILTERS, show: 'french' })).toBe(1);
});
