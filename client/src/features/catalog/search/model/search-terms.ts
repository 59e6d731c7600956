import { nameKey } from '#shared/domain/name-key';

/** Marks that are ignored: vowel signs, signs before numbers, and the Arabic tatweel. */
const IGNORED_MARKS = /[\p{M}\p{Cf}\u0640]/gu;
const BETWEEN_WORDS = /\s+/;
/** Runs of letters, digits and currency signs, or runs of emoji. */
const PARTS = /[\p{L}\p{N}\p{Sc}]+|[\p{So}\p{Sk}]+/gu;

/** Normalises a text for comparison: also without the marks and letters that people leave out. */
export const searchKey = (text: string): string =>
  nameKey(text).replace(IGNORED_MARKS, '').replaceAll('ة', 'ه').replaceAll('ى', 'ي');

const partsOf = (key: string): string[] => key.match(PARTS) ?? [];

/** Removes spaces, hyphens and apostrophes. */
export const withoutSeparators = (key: string): string => partsOf(key).join('');

/** Splits a query into terms. */
export const queryTerms = (query: string): string[] => partsOf(searchKey(query));

/** Terms by which a name is found: "Jean-Luc" by "jean", "luc" and "jeanluc". */
export const nameTerms = (name: string): string[] =>
  searchKey(name)
    .split(BETWEEN_WORDS)
    .flatMap((word) => {
      const parts = partsOf(word);
      return parts.length > 1 ? [...parts, parts.join('')] : parts;
    });
