import MiniSearch, { type SearchOptions } from 'minisearch';
import type { SearchIndex } from '#shared/contracts/catalog';
import { nameTerms, queryTerms, searchKey, withoutSeparators } from './search-terms';

type FoundCategory = SearchIndex['categories'][number];

interface FoundArtist {
  id: string;
  name: string;
  /** The first one is shown. */
  categories: readonly FoundCategory[];
}

export type Found =
  | { kind: 'artist'; artist: FoundArtist }
  | { kind: 'category'; category: FoundCategory };

export interface SearchResult {
  /** Best match first. */
  shown: Found[];
  /** Number of further matches. */
  furtherCount: number;
  /** All matches, shown or not. */
  all: readonly Found[];
}

export type CatalogueSearch = (
  query: string,
  /** Ids of artists that come before all other matches. */
  firstIds?: ReadonlySet<string>,
) => SearchResult;

const MAX_SHOWN = 8;
/** No name is longer; a longer text was pasted by mistake. */
export const MAX_QUERY_LENGTH = 100;

/** In shorter words, one changed letter often makes a different word. */
const MIN_MISSPELT_LENGTH = 4;
const misspelt = (share: number) => (term: string) =>
  term.length >= MIN_MISSPELT_LENGTH ? share : false;

/** Search strategies, strictest first; the first with a match is used. */
type Strategy = Required<Pick<SearchOptions, 'combineWith' | 'fuzzy'>>;
const STRATEGIES: readonly Strategy[] = [
  { combineWith: 'AND', fuzzy: misspelt(0.2) },
  { combineWith: 'AND', fuzzy: misspelt(0.4) },
  { combineWith: 'OR', fuzzy: misspelt(0.2) },
];

interface Entry {
  found: Found;
  /** Search keys of the name in each language. */
  keys: readonly string[];
}

interface Match {
  entry: Entry;
  /** True for a match by name, not only by a category. */
  isByName: boolean;
}

/**
 * Prepares an index for searching, which takes a moment: call it once for each index.
 * @returns a function that finds artists and categories whose name equals, begins with or contains
 *   the query in either language, and artists by the names of their categories
 */
export function catalogueSearch({ categories, artists }: SearchIndex): CatalogueSearch {
  const idOf = unpacked(artists.ids);
  const placeOf = new Map(categories.map(({ id }, index) => [id, index]));
  const entries: Entry[] = [
    ...artists.names.map((name, at): Entry => {
      const artistCategories = (artists.categories[at] ?? []).flatMap(
        (index) => categories[index] ?? [],
      );
      return {
        found: { kind: 'artist', artist: { id: idOf(at), name, categories: artistCategories } },
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
  // Names of categories are indexed once, not for each of their artists: otherwise a slow phone
  // would need seconds to prepare the index.
  const categoryEngine = engineOf(
    categories.map((category, id) => ({ id, name: namesOf(category).join(' ') })),
  );
  const findBy = (query: string, { combineWith, fuzzy }: Strategy): Match[] => {
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
    const cut = query.slice(0, MAX_QUERY_LENGTH);
    const key = searchKey(cut);
    if (!key) return { shown: [], furtherCount: 0, all: [] };
    const [strict, ...others] = STRATEGIES.map((strategy) => () => findBy(cut, strategy));
    const attempts = [strict, () => findPart(key), ...others];
    let matches: Match[] = [];
    for (const attempt of attempts) {
      if (matches.length === 0) matches = attempt?.() ?? [];
    }
    const rank = ({ entry: { found, keys }, isByName }: Match): number =>
      (found.kind === 'artist' && firstIds.has(found.artist.id) ? 8 : 0) +
      2 * Math.max(...keys.map(beginningWith(key))) +
      (isByName ? 1 : 0);
    // Equal matches keep their order.
    const all = [...matches].sort((a, b) => rank(b) - rank(a)).map(({ entry }) => entry.found);
    return {
      shown: all.slice(0, MAX_SHOWN),
      furtherCount: Math.max(0, all.length - MAX_SHOWN),
      all,
    };
  };
}

/** Ranks how the key matches the start of a name: all of it, whole words, or a part of one. */
const beginningWith =
  (key: string) =>
  (entryKey: string): number => {
    if (entryKey === key) return 3;
    if (entryKey.startsWith(`${key} `)) return 2;
    return entryKey.startsWith(key) ? 1 : 0;
  };

/** Words of its own names, and its position among the categories or those it is nominated in. */
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

/** Matches names that contain the key in the middle of a word, or across words. */
function containing(key: string): (entry: Entry) => boolean {
  const part = withoutSeparators(key);
  // The key has only symbols, as in some names.
  if (!part) return ({ keys }) => keys.some((entryKey) => entryKey.includes(key));
  return ({ keys }) => keys.some((entryKey) => withoutSeparators(entryKey).includes(part));
}

/** @returns a function that reads the id at an index from packed ids of 16 bytes */
function unpacked(ids: string): (at: number) => string {
  const hex = Array.from(atob(ids), (byte) => byte.charCodeAt(0).toString(16).padStart(2, '0'));
  const dashed = [4, 6, 8, 10];
  return (at) =>
    hex
      .slice(16 * at, 16 * (at + 1))
      .map((byte, index) => (dashed.includes(index) ? `-${byte}` : byte))
      .join('');
}
