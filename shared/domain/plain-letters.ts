/**
 * Latin letters that are not a base letter plus an accent, and that keyboards and old screens often
 * lack.
 */
export const PLAIN_LETTERS: Readonly<Record<string, string>> = {
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
};
