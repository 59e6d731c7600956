import type { AdminArtist } from '../../../../../shared/contracts/admin-catalog';

export const ARTIST_SORTS = [
  'name-asc',
  'name-desc',
  'votes-desc',
  'votes-asc',
  'trending',
] as const;
export type ArtistSort = (typeof ARTIST_SORTS)[number];

export interface ArtistFilters {
  search: string;
  /** Empty for all. */
  categoryId: string;
  sort: ArtistSort;
}

export const NO_FILTERS: ArtistFilters = { search: '', categoryId: '', sort: 'name-asc' };

const collator = new Intl.Collator(undefined, { sensitivity: 'base', numeric: true });

type Order = (one: AdminArtist, other: AdminArtist) => number;
const byName: Order = (one, other) => collator.compare(one.name, other.name);
const ORDERS: Record<ArtistSort, Order> = {
  'name-asc': byName,
  'name-desc': (one, other) => byName(other, one),
  'votes-desc': (one, other) => other.totalVotes - one.totalVotes || byName(one, other),
  'votes-asc': (one, other) => one.totalVotes - other.totalVotes || byName(one, other),
  trending: (one, other) =>
    Number(other.isTrending) - Number(one.isTrending) ||
    other.trendingVotes - one.trendingVotes ||
    byName(one, other),
};

/** Found whatever accents and capitals it is typed with. */
const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase();

export function filterArtists(
  artists: readonly AdminArtist[],
  { search, categoryId, sort }: ArtistFilters,
): AdminArtist[] {
  const wanted = plain(search.trim());
  return artists
    .filter(({ categoryIds }) => categoryId === '' || categoryIds.includes(categoryId))
    .filter(
      ({ name, bio, bioFr }) =>
        wanted === '' || [name, bio, bioFr].some((text) => text && plain(text).includes(wanted)),
    )
    .sort(ORDERS[sort]);
}

/** An order hides nobody, so it is no filter. */
export const activeFilterCount = ({ search, categoryId }: ArtistFilters): number =>
  Number(search.trim() !== '') + Number(categoryId !== '');
