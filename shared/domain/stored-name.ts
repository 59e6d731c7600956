/**
 * Invisible signs that change what is drawn, with the sign they belong to: in emoji, keycaps and
 * flags, variants of Chinese characters, and joiners behind letters of scripts that join them.
 */
const DRAWN = [
  String.raw`\p{Extended_Pictographic}(?:[\ufe0e\ufe0f\p{EMod}]|\u200d\p{Extended_Pictographic})+`,
  String.raw`[0-9#*]\ufe0f\u20e3`,
  String.raw`\u{1f3f4}[\u{e0020}-\u{e007e}]+\u{e007f}`,
  String.raw`\p{Script=Han}[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]`,
  String.raw`\p{Script=Mongolian}[\u180b-\u180d\u180f]`,
  String.raw`(?![\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])\p{L}\p{M}*[\u200c\u200d]`,
].join('|');
const SIGNS = new RegExp(
  `(${DRAWN})|[\\p{Default_Ignorable_Code_Point}\\p{Cc}\ufff9-\ufffb]`,
  'gu',
);

/** Line ends and tabs, of which several may follow each other. */
const BREAKS = /[\t\n\v\f\r\u0085\u2028\u2029]+/g;
const LINE_ENDS = /\r\n?|[\u0085\u2028\u2029]/g;
const CONTROLS = /(?![\t\n])\p{Cc}/gu;

/** Returns a name as it is stored: composed (NFC), in one line, without signs that nobody sees. */
export const storedName = (text: string): string =>
  text
    .replace(BREAKS, ' ')
    .replace(SIGNS, (_sign, drawn: string | undefined) => drawn ?? '')
    .normalize('NFC')
    .trim();

/**
 * Returns a text of several lines as it is stored. It keeps signs that only guide its layout, such
 * as soft hyphens.
 */
export const storedText = (text: string): string =>
  text.replace(LINE_ENDS, '\n').replace(CONTROLS, '').normalize('NFC').trim();
