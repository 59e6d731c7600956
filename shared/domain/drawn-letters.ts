/** Outside of the basic plane pictures have emoji alone; private use has no agreed letters. */
const UNDRAWN = /\p{Co}|(?!\p{Emoji})[\u{10000}-\u{10ffff}]/u;

/**
 * Letters of a text that pictures, posters and PDF files show as an empty box, because no font that
 * comes with the server has them. Ornamental letters count as the plain ones that are drawn for them.
 */
export const undrawnLetters = (text: string): string[] => [
  ...new Set([...text].filter((letter) => UNDRAWN.test(letter.normalize('NFKC')))),
];
