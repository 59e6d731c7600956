import { nameKey } from '#shared/domain/name-key';

/** Letters that are no other letter with an accent, and that a keyboard often lacks. */
const PLAIN_LETTERS: Readonly<Record<string, string>> = {
  æ: 'ae',
  œ: 'oe',
  ß: 'ss',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ɗ: 'd',
  ɓ: 'b',
  ŋ: 'n',
  ɛ: 'e',
  ə: 'e',
  ɔ: 'o',
  ɨ: 'i',
  ʉ: 'u',
  ƴ: 'y',
  ꞌ: "'",
  ة: 'ه',
  ى: 'ي',
};
const SPECIAL_LETTERS = new RegExp(`[${Object.keys(PLAIN_LETTERS).join('')}]`, 'g');

/** Vowel signs, what joins letters or turns their direction, and the Arabic stroke that stretches. */
const UNSEEN = /[\p{M}\p{Cf}\u0640]/gu;
const BETWEEN_WORDS = /\s+/;
/** Letters, digits and signs of money that stand together, or emoji that do. */
const PARTS = /[\p{L}\p{N}\p{Sc}]+|[\p{So}\p{Sk}]+/gu;

/** A text as it is compared: without capitals, accents and what else people leave out. */
export const searchKey = (text: string): string =>
  nameKey(text)
    .replace(UNSEEN, '')
    .replace(SPECIAL_LETTERS, (letter) => PLAIN_LETTERS[letter] ?? letter);

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
