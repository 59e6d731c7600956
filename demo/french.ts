const NARROW_SPACE = '\u202f';
const SPACE = '\u00a0';

/**
 * Applies French typography: adds no-break spaces, so that no line starts with an isolated
 * punctuation mark. The texts here use plain spaces.
 */
export function french(text: string): string {
  return text
    .replaceAll(/ ([?!;])/g, `${NARROW_SPACE}$1`)
    .replaceAll(' :', `${SPACE}:`)
    .replaceAll('« ', `«${SPACE}`)
    .replaceAll(' »', `${SPACE}»`);
}
