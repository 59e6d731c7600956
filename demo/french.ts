const NARROW_SPACE = '\u202f';
const SPACE = '\u00a0';

/** Sets French text as printers do: no line ever begins with a lone sign. Written here with plain spaces. */
export function french(text: string): string {
  return text
    .replaceAll(/ ([?!;])/g, `${NARROW_SPACE}$1`)
    .replaceAll(' :', `${SPACE}:`)
    .replaceAll('« ', `«${SPACE}`)
    .replaceAll(' »', `${SPACE}»`);
}
