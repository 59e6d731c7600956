import { isUtf8 } from 'node:buffer';
import type { TableEncoding } from '#shared/contracts/tables';
import { unreadableImport } from './unreadable-import';

interface DecodedFile {
  text: string;
  encoding: TableEncoding;
}

/** Replaces a character that cannot be decoded; its row and column are reported later. */
export const REPLACEMENT_CHARACTER = '\uFFFD';

/**
 * Windows-1252 from 0x80 on, where it differs from Latin-1. Node's own decoder confuses the two.
 */
const WINDOWS_1252 = '€\uFFFD‚ƒ„…†‡ˆ‰Š‹Œ\uFFFDŽ\uFFFD\uFFFD‘’“”•–—˜™š›œ\uFFFDžŸ';

/** Code page 850 of DOS from 0x80 on. */
const CP850 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤' +
  'ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ\u00af´\u00ad±‗¾¶§÷¸°¨\u00b7¹³²■\u00a0';

/**
 * Decodes a text file in any encoding a spreadsheet uses: UTF-8, UTF-16, Windows-1252, which Excel
 * still writes on Windows in French, and what it calls CSV of MS-DOS and of Macintosh.
 * @throws AppError 400 `import-not-text`
 */
export function decodeFile(file: Buffer): DecodedFile {
  const decoded = decode(file);
  if (isBinary(decoded.text)) throw unreadableImport('import-not-text');
  return decoded;
}

function decode(file: Buffer): DecodedFile {
  const utf16 = utf16Of(file);
  if (utf16) return { text: new TextDecoder(utf16).decode(file), encoding: 'utf-16' };
  // Removes the byte order mark, and replaces invalid bytes by U+FFFD.
  const text = new TextDecoder('utf-8').decode(file).replace(/^\uFEFF/, '');
  const hasMark = file[0] === 0xef && file[1] === 0xbb && file[2] === 0xbf;
  return hasMark || isUtf8(file) || isMostlyUtf8(text)
    ? { text, encoding: 'utf-8' }
    : decodeBytes(file);
}

/** Encodings of one byte a letter, the most frequent first. */
const BYTE_ENCODINGS: readonly (readonly [TableEncoding, (file: Buffer) => string])[] = [
  ['windows-1252', fromWindows1252],
  ['cp850', fromCp850],
  ['macintosh', (file) => new TextDecoder('macintosh').decode(file)],
];
/** Bytes that are compared, from the first one that is no ASCII. */
const BYTES_COMPARED = 50_000;

/** Decodes by the encoding that gives most French letters; the first of several. */
function decodeBytes(file: Buffer): DecodedFile {
  const first = Math.max(0, file.findIndex((byte) => byte >= 0x80) - 1);
  const sample = file.subarray(first, first + BYTES_COMPARED);
  const scores = BYTE_ENCODINGS.map(([, decoded]) => frenchLetters(decoded(sample)));
  const at = scores.indexOf(Math.max(...scores));
  const [encoding, decoded] = BYTE_ENCODINGS[at] ?? ['windows-1252', fromWindows1252];
  return { text: decoded(file), encoding };
}

/** French letters and marks where French words have them; a capital is not among small letters. */
const FRENCH: readonly RegExp[] = [
  /(?<=[A-Za-z])[àâçèéêëîïôùûœ](?![A-Z])/g,
  /(?<![A-Za-z])[àâçèéêëîïôùûœ](?=[a-z])/g,
  /(?<=[A-Z])[ÀÂÇÈÉÊËÎÏÔÙÛŒ](?![a-z])|(?<![A-Za-z])[ÀÂÇÈÉÊËÎÏÔÙÛŒ](?=[A-Za-z])/g,
  /(?<=[A-Za-z])’|(?<![A-Za-z])“(?=[A-Za-z])|(?<=[A-Za-z])[”…](?![A-Za-z])/g,
];

const frenchLetters = (text: string): number =>
  FRENCH.reduce((sum, letters) => sum + (text.match(letters)?.length ?? 0), 0);

/** Characters looked at to recognise UTF-16 without its byte order mark. */
const COMPARED_CHARACTERS = 1_000;

/** Recognises UTF-16 by its byte order mark or, in Latin letters, by every other byte being zero. */
function utf16Of(file: Buffer): 'utf-16le' | 'utf-16be' | null {
  if (file[0] === 0xff && file[1] === 0xfe) return 'utf-16le';
  if (file[0] === 0xfe && file[1] === 0xff) return 'utf-16be';
  const length = Math.min(file.length - (file.length % 2), 2 * COMPARED_CHARACTERS);
  if (length < 8) return null;
  const zeros = [0, 0];
  for (let at = 0; at < length; at++) if (file[at] === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [first = 0, second = 0] = zeros.map((count) => count / (length / 2));
  if (second > 0.7 && first < 0.1) return 'utf-16le';
  return first > 0.7 && second < 0.1 ? 'utf-16be' : null;
}

/**
 * In other encodings, accented letters are hardly ever valid UTF-8, except for `’é` in Mac Roman,
 * which would be an Armenian letter.
 */
function isMostlyUtf8(text: string): boolean {
  const damaged = text.match(/\uFFFD+/g)?.length ?? 0;
  const intact = text.match(/[^\p{ASCII}\uFFFD\u0540-\u057F]/gu)?.length ?? 0;
  return intact > damaged;
}

function fromWindows1252(file: Buffer): string {
  return file
    .toString('latin1')
    .replace(/[\x80-\x9f]/g, (letter) => WINDOWS_1252.charAt(letter.charCodeAt(0) - 0x80));
}

function fromCp850(file: Buffer): string {
  return file
    .toString('latin1')
    .replace(/[\x80-\xff]/g, (letter) => CP850.charAt(letter.charCodeAt(0) - 0x80));
}

/** A single control character is an error in its cell; many of them mean that this is no table. */
function isBinary(text: string): boolean {
  const beginning = text.slice(0, 4_096);
  const controls = beginning.match(/(?!\s)\p{Cc}/gu)?.length ?? 0;
  return controls * 20 > beginning.length;
}
