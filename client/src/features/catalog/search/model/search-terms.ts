import { nameKey } from '#shared/domain/name-key';
import { PLAIN_LETTERS } from '#shared/domain/plain-letters';

/** Letters that are compared as another one. */
const COMPARED_AS: Readonly<Record<string, string>> = {
  ...PLAIN_LETTERS,
  ة: 'ه',
  ى: 'ي',
};
const SPECIAL_LETTERS = new RegExp(`[${Object.keys(COMPARED_AS).join('')}]`, 'g');

/** Vowel signs, what joins letters or turns their direction, and the Arabic stroke that stretches. */
const UNSEEN = /[\p{M}\p{Cf}\u0640]/gu;
const BETWEEN_WORDS = /\s+/;
/** Letters, digits and signs of money that stand together, or emoji that do. */
const PARTS = /[\p{L}\p{N}\p{Sc}]+|[\p{So}\p{Sk}]+/gu;

/** A text as it is compared: without capitals, accents and what else people leave out. */
export const searchKey = (text: string): string =>
  nameKey(text)
    .replace(UNSEEN, '')
    .replace(SPECIAL_LETTERS, (letter) => COMPARED_AS[letter] ?? letter);

const partsOf = (key: string): string[] => key.match(PARTS) ?? [];

/** Without spaces, hyphens and apostrophes. */
export const squeezed = (key: string): string => partsOf(key).join('');

/** What somebody looks for. */
export const queryTerms = (query: string): string[] => partsOf(searchKey(query));

/** By what a name is found: "Jean-Luc" by "jean", "luc" and "jeanluc". */
export const nameTerms = (name: string): string[] =>
  searchKey(name)
    .split(BETWEEN_WORDS)
    .flatMap((word) => {
      const parts = partsOf(word);
      return parts.length > 1 ? [...parts, parts.join('')] : parts;
    });
