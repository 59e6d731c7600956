import type { AdminArtist } from '#shared/contracts/admin-catalog';

export const ARTIST_SORTS = [
  'name-asc',
  'name-desc',
  'votes-desc',
  'votes-asc',
  'trending',
] as const;
export const ARTIST_SHOWN = ['all', 'french', 'deleted'] as const;
export type ArtistSort = (typeof ARTIST_SORTS)[number];

export interface ArtistFilters {
  search: string;
  /** Empty for all categories. */
  categoryId: string;
  sort: ArtistSort;
  /** `french`: artists whose French texts are missing. */
  show: (typeof ARTIST_SHOWN)[number];
}

export const NO_FILTERS: ArtistFilters = {
  search: '',
  categoryId: '',
  sort: 'name-asc',
  show: 'all',
};

const collator = new Intl.Collator(undefined, { sensitivity: 'base', numeric: true });

type Order = (a: AdminArtist, b: AdminArtist) => number;
const byName: Order = (a, b) => collator.compare(a.name, b.name);
const ORDERS: Record<ArtistSort, Order> = {
  'name-asc': byName,
  'name-desc': (a, b) => byName(b, a),
  'votes-desc': (a, b) => b.totalVotes - a.totalVotes || byName(a, b),
  'votes-asc': (a, b) => a.totalVotes - b.totalVotes || byName(a, b),
  trending: (a, b) =>
    Number(b.isTrending) - Number(a.isTrending) ||
    b.trendingVotes - a.trendingVotes ||
    byName(a, b),
};

export const orderArtists = (artists: readonly AdminArtist[], sort: ArtistSort): AdminArtist[] =>
  [...artists].sort(ORDERS[sort]);

/** Ignores accents and case. */
const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase();

/** Cached search texts: folding thousands of biographies takes too long for a key press. */
const foldedTexts = new WeakMap<AdminArtist, string>();

function foldedText(artist: AdminArtist): string {
  const cached = foldedTexts.get(artist);
  if (cached !== undefined) return cached;
  const { name, bio, bioFr } = artist;
  // A search has no line break, so it cannot match across two texts.
  const text = plain([name, bio, bioFr].join('\n'));
  foldedTexts.set(artist, text);
  return text;
}

/** Returns matching artists in the given order. */
export function findArtists(
  artists: readonly AdminArtist[],
  { search, categoryId, show }: Pick<ArtistFilters, 'search' | 'categoryId' | 'show'>,
): AdminArtist[] {
  const searchText = plain(search.trim());
  return artists.filter(
    (artist) =>
      (show !== 'french' || artist.lacksFrench) &&
      (categoryId === '' || artist.categories.some(({ id }) => id === categoryId)) &&
      (searchText === '' || foldedText(artist).includes(searchText)),
  );
}

/** The sort order hides no artist, so it does not count as a filter. */
export const activeFilterCount = ({ search, categoryId, show }: ArtistFilters): number =>
  Number(search.trim() !== '') + Number(categoryId !== '') + Number(show !== 'all');
