import MiniSearch, { type SearchOptions } from 'minisearch';
import type { SearchIndex } from '#shared/contracts/catalog';
import { nameTerms, queryTerms, searchKey, squeezed } from './search-terms';

type FoundCategory = SearchIndex['categories'][number];

interface FoundArtist {
  id: string;
  name: string;
  /** The first is the one to show. */
  categories: readonly FoundCategory[];
}

export type Found =
  | { kind: 'artist'; artist: FoundArtist }
  | { kind: 'category'; category: FoundCategory };

export interface SearchResult {
  /** The best match first. */
  shown: Found[];
  /** How many more there are. */
  furtherCount: number;
  /** Those and the others. */
  all: readonly Found[];
}

export type CatalogueSearch = (
  query: string,
  /** Artists who come before all others that are found. */
  firstIds?: ReadonlySet<string>,
) => SearchResult;

const MOST_SHOWN = 8;
/** Nobody is called more; what is longer was pasted by mistake. */
export const LONGEST_QUERY = 100;

/** In shorter words another letter makes another word. */
const SHORTEST_MISSPELT = 4;
const misspelt = (share: number) => (term: string) =>
  term.length >= SHORTEST_MISSPELT ? share : false;

/** From the strictest on; the first that finds anything decides. */
type Way = Required<Pick<SearchOptions, 'combineWith' | 'fuzzy'>>;
const WAYS: readonly Way[] = [
  { combineWith: 'AND', fuzzy: misspelt(0.2) },
  { combineWith: 'AND', fuzzy: misspelt(0.4) },
  { combineWith: 'OR', fuzzy: misspelt(0.2) },
];

interface Entry {
  found: Found;
  /** In each language. */
  keys: readonly string[];
}

interface Match {
  entry: Entry;
  /** And not by its categories alone. */
  isByName: boolean;
}

/**
 * Gets an index ready to be searched in, which takes a moment: to be called once for each.
 * @returns finds artists and categories whose names are, begin with or contain what is looked for,
 *   in either language, and artists by the names of their categories
 */
export function catalogueSearch({ categories, artists }: SearchIndex): CatalogueSearch {
  const idOf = unpacked(artists.ids);
  const placeOf = new Map(categories.map(({ id }, place) => [id, place]));
  const entries: Entry[] = [
    ...artists.names.map((name, at): Entry => {
      const own = (artists.categories[at] ?? []).flatMap((place) => categories[place] ?? []);
      return {
        found: { kind: 'artist', artist: { id: idOf(at), name, categories: own } },
        keys: [searchKey(name)],
      };
    }),
    ...categories.map(
      (category): Entry => ({
        found: { kind: 'category', category },
        keys: namesOf(category).map(searchKey),
      }),
    ),
  ];
  const engine = engineOf(entries.map(({ found }, id) => ({ id, ...wordsOf(found, placeOf) })));
  // Names of categories are looked up once for all who stand in them: with all their words for each
  // artist, a slow phone would take seconds to get ready.
  const categoryEngine = engineOf(
    categories.map((category, id) => ({ id, name: namesOf(category).join(' ') })),
  );
  const findBy = (query: string, { combineWith, fuzzy }: Way): Match[] => {
    const queries = queryTerms(query).map((term) => {
      const places = categoryEngine.search(term, { fuzzy }).map(({ id }) => String(id));
      const inCategories = { queries: places, fields: ['places'], prefix: false, fuzzy: false };
      return { combineWith: 'OR' as const, queries: [term, inCategories] };
    });
    return engine.search({ combineWith, queries }, { fuzzy }).flatMap(({ id, match }) => {
      const entry = entries[id];
      const isByName = Object.values(match).some((fields) => fields.includes('name'));
      return entry ? [{ entry, isByName }] : [];
    });
  };
  const findPart = (key: string): Match[] =>
    entries.filter(containing(key)).map((entry) => ({ entry, isByName: true }));

  return (query, firstIds = new Set()) => {
    const cut = query.slice(0, LONGEST_QUERY);
    const key = searchKey(cut);
    if (!key) return { shown: [], furtherCount: 0, all: [] };
    const [strict, ...others] = WAYS.map((way) => () => findBy(cut, way));
    const attempts = [strict, () => findPart(key), ...others];
    let matches: Match[] = [];
    for (const attempt of attempts) {
      if (matches.length === 0) matches = attempt?.() ?? [];
    }
    const rank = ({ entry: { found, keys }, isByName }: Match): number =>
      (found.kind === 'artist' && firstIds.has(found.artist.id) ? 8 : 0) +
      2 * Math.max(...keys.map(beginningWith(key))) +
      (isByName ? 1 : 0);
    // Equal ones stay in the order in which they were found.
    const all = [...matches]
      .sort((one, other) => rank(other) - rank(one))
      .map(({ entry }) => entry.found);
    return {
      shown: all.slice(0, MOST_SHOWN),
      furtherCount: Math.max(0, all.length - MOST_SHOWN),
      all,
    };
  };
}

/** How much of the beginning of a name this is: all of it, whole words, or a part of one. */
const beginningWith =
  (key: string) =>
  (own: string): number => {
    if (own === key) return 3;
    if (own.startsWith(`${key} `)) return 2;
    return own.startsWith(key) ? 1 : 0;
  };

/** By its own names, and by where it stands among the categories, or stands in them. */
function wordsOf(found: Found, placeOf: ReadonlyMap<string, number>) {
  const categories = found.kind === 'artist' ? found.artist.categories : [found.category];
  return {
    name: found.kind === 'artist' ? found.artist.name : namesOf(found.category).join(' '),
    places: categories.map(({ id }) => placeOf.get(id)).join(' '),
  };
}

function engineOf(documents: readonly { id: number; name: string; places?: string }[]) {
  const engine = new MiniSearch<(typeof documents)[number]>({
    fields: ['name', 'places'],
    tokenize: nameTerms,
    processTerm: (term) => term,
    searchOptions: {
      tokenize: queryTerms,
      prefix: true,
      maxFuzzy: 3,
      boost: { name: 4 },
      weights: { prefix: 0.5, fuzzy: 0.15 },
    },
  });
  engine.addAll(documents);
  return engine;
}

const namesOf = ({ name, nameFr }: FoundCategory): string[] => (nameFr ? [name, nameFr] : [name]);

/** Whose name has this in the middle of a word, or over several. */
function containing(key: string): (entry: Entry) => boolean {
  const part = squeezed(key);
  // Nothing but marks, as some are called.
  if (!part) return ({ keys }) => keys.some((own) => own.includes(key));
  return ({ keys }) => keys.some((own) => squeezed(own).includes(part));
}

/** @returns the id at a place among ids of 16 bytes */
function unpacked(ids: string): (at: number) => string {
  const hex = Array.from(atob(ids), (byte) => byte.charCodeAt(0).toString(16).padStart(2, '0'));
  const dashed = [4, 6, 8, 10];
  return (at) =>
    hex
      .slice(16 * at, 16 * (at + 1))
      .map((byte, place) => (dashed.includes(place) ? `-${byte}` : byte))
      .join('');
}
