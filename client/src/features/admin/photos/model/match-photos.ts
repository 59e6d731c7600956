import { nameKey } from '#shared/domain/name-key';

/** An artist to whom a photograph can belong. */
interface Named {
  key: string;
  name: string;
}

export type Match =
  | { artist: string }
  /** Several artists fit. */
  | { among: string[] }
  | null;

/**
 * Words that cameras, messengers and people add to a name. Numbers are recognised separately.
 */
const ADDED_WORDS = new Set(
  (
    'img image images photo photos foto pic picture portrait dsc dscn dscf pxl mvimg vid whatsapp ' +
    'screenshot final finale def definitif ok new nouveau nouvelle copy copie edit edited modifie ' +
    'retouche crop hd web print pro hdr at a by par de of the artist artiste officiel official ' +
    'jpg jpeg png webp heic cover profil profile'
  ).split(' '),
);

const isAdded = (word: string): boolean => ADDED_WORDS.has(word) || /^[a-z]?\d+[a-z]?$/.test(word);

const wordsOf = (text: string): string[] =>
  nameKey(text)
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
    .trim()
    .split(' ')
    .filter((word) => word !== '');

/** Equal for a name with and without spaces and signs, as file names often have it. */
const compact = (text: string): string => wordsOf(text).join('');

/** Returns the name without folders and ending: only this part of a path is ever used. */
export const baseName = (path: string): string => path.slice(path.search(/[^/\\]*$/));

const stemOf = (path: string): string => baseName(path).replace(/\.\w{2,5}$/, '');

interface Found {
  artist: string;
  /** First and last word of the file's name that belong to the artist's name. */
  from: number;
  to: number;
}

/**
 * Returns a function that finds the artist whose name is in the name of a file, such as
 * `01 - Mama Njanga (final).jpeg`. A name of one word among other words fits no one: a photograph
 * of "Sam Fan Thomas" is not one of "Sam".
 */
export function photoMatcher(artists: readonly Named[]): (fileName: string) => Match {
  const byName = new Map<string, string[]>();
  for (const { key, name } of artists) {
    const spelled = compact(name);
    if (spelled !== '') byName.set(spelled, [...(byName.get(spelled) ?? []), key]);
  }
  return (fileName) => {
    const found = findNames(wordsOf(stemOf(fileName)), byName);
    const [first, ...others] = [...new Set(found.map(({ artist }) => artist))];
    if (first === undefined) return null;
    return others.length === 0 ? { artist: first } : { among: [first, ...others] };
  };
}

function findNames(words: readonly string[], byName: ReadonlyMap<string, string[]>): Found[] {
  const found: Found[] = [];
  for (let from = 0; from < words.length; from++) {
    for (let to = from; to < words.length; to++) {
      const artists = byName.get(words.slice(from, to + 1).join('')) ?? [];
      const rest = [...words.slice(0, from), ...words.slice(to + 1)];
      // One word is a whole name only when nothing but numbers and usual additions is around it.
      if (from === to && !rest.every(isAdded)) continue;
      found.push(...artists.map((artist) => ({ artist, from, to })));
    }
  }
  // "Mama Njanga" is within "Mama Njanga Junior", and then not meant.
  return found.filter(
    (one) =>
      !found.some(
        (other) =>
          other.from <= one.from && other.to >= one.to && other.to - other.from > one.to - one.from,
      ),
  );
}

/** How well a photograph's name fits: among several of one artist, the plainest is taken. */
export const additionsIn = (fileName: string): number => wordsOf(stemOf(fileName)).length;
