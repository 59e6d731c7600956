import { PLAIN_LETTERS } from './plain-letters';

/** Signs that show nothing: joiners, direction marks, soft hyphens, variation selectors, controls. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cc}]/gu;
/** All kinds of spaces and line ends; the blank Braille cell looks like a space. */
const SPACES = /[\s\u0085\u2800]+/g;
const APOSTROPHES = /[‘’‚‛‹›ʹʻʼʽʾʿˈˊˋ`´′‵＇]/g;
/** French guillemets have spaces inside. */
const QUOTES = /«\s*|\s*»|[“”„‟″‶〝〞〟＂]|''/g;
const DASHES = /\p{Dash}/gu;
const PLAIN = new RegExp(`[${Object.keys(PLAIN_LETTERS).join('')}]`, 'g');

/**
 * Returns a key that is equal for two names that look alike: people omit accents, type capitals, two
 * spaces, another dash, apostrophe or quotation mark, OE for Œ, and paste signs that nobody sees.
 */
export const nameKey = (name: string): string =>
  name
    .replace(SPACES, ' ')
    .replace(INVISIBLE, '')
    // Before the decomposition, which turns ´ into a space with an accent.
    .replace(APOSTROPHES, "'")
    .replace(QUOTES, '"')
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(PLAIN, (letter) => PLAIN_LETTERS[letter] ?? letter)
    .replace(DASHES, '-')
    .replace(/ +/g, ' ')
    .trim();
