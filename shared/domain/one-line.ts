/**
 * Makes a name safe for a header or a line of text: removes line breaks and other control
 * characters, which could start another header, and characters that change the text direction of
 * what follows.
 */
export const oneLine = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/\p{Bidi_Control}/gu, '')
    .replace(/\s+/g, ' ')
    .trim();

/** @param longest in characters as readers count them, the ellipsis included */
export function shortened(text: string, longest: number): string {
  const characters = [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment);
  return characters.length > longest ? `${characters.slice(0, longest - 1).join('')}…` : text;
}
