/**
 * Outside the basic plane, images support emoji only; private-use characters have no defined
 * glyphs.
 */
const NO_GLYPH = /\p{Co}|(?!\p{Emoji})[\u{10000}-\u{10ffff}]/u;

/**
 * Returns the letters of a text that images, posters and PDF files show as an empty box, because no
 * bundled font has them. Ornamental letters count as the plain letters that replace them.
 */
export const missingGlyphs = (text: string): string[] => [
  ...new Set([...text].filter((letter) => NO_GLYPH.test(letter.normalize('NFKC')))),
];
