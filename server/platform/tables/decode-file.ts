import { isUtf8 } from 'node:buffer';
import type { ImportPreview } from '#shared/contracts/catalog-import';
import { isSpreadsheet } from '#shared/domain/catalog-import';
import { unreadableImport } from './unreadable-import';

interface DecodedFile {
  text: string;
  encoding: ImportPreview['encoding'];
}

/** Replaces a character that cannot be decoded; its row and column are reported later. */
export const REPLACEMENT_CHARACTER = '\uFFFD';

/**
 * Windows-1252 from 0x80 on, where it differs from Latin-1. Node's own decoder confuses the two.
 */
const WINDOWS_1252 = '€\uFFFD‚ƒ„…†‡ˆ‰Š‹Œ\uFFFDŽ\uFFFD\uFFFD‘’“”•–—˜™š›œ\uFFFDžŸ';

/**
 * Decodes a file in any encoding a spreadsheet uses: UTF-8, UTF-16 with its byte order mark, or
 * Windows-1252, which Excel still writes on Windows in French.
 * @throws AppError 400 `import-empty`, `import-spreadsheet` or `import-not-text`
 */
export function decodeFile(file: Buffer): DecodedFile {
  if (file.length === 0) throw unreadableImport('import-empty');
  if (isSpreadsheet(file)) throw unreadableImport('import-spreadsheet');
  const decoded = decode(file);
  if (isBinary(decoded.text)) throw unreadableImport('import-not-text');
  return decoded;
}

function decode(file: Buffer): DecodedFile {
  if (file[0] === 0xff && file[1] === 0xfe) {
    return { text: new TextDecoder('utf-16le').decode(file), encoding: 'utf-16' };
  }
  if (file[0] === 0xfe && file[1] === 0xff) {
    return { text: new TextDecoder('utf-16be').decode(file), encoding: 'utf-16' };
  }
  // Removes the byte order mark, and replaces invalid bytes by U+FFFD.
  const text = new TextDecoder('utf-8').decode(file);
  const hasMark = file[0] === 0xef && file[1] === 0xbb && file[2] === 0xbf;
  return hasMark || isUtf8(file) || isMostlyUtf8(text)
    ? { text, encoding: 'utf-8' }
    : { text: fromWindows1252(file), encoding: 'windows-1252' };
}

/** In other encodings, accented letters are hardly ever valid UTF-8. */
function isMostlyUtf8(text: string): boolean {
  const damaged = text.match(/\uFFFD+/g)?.length ?? 0;
  const intact = text.match(/[^\p{ASCII}\uFFFD]/gu)?.length ?? 0;
  return intact > damaged;
}

const fromWindows1252 = (file: Buffer): string =>
  file
    .toString('latin1')
    .replace(/[\x80-\x9f]/g, (letter) => WINDOWS_1252.charAt(letter.charCodeAt(0) - 0x80));

/** A single control character is an error in its cell; many of them mean that this is no table. */
function isBinary(text: string): boolean {
  const beginning = text.slice(0, 4_096);
  const controls = beginning.match(/(?!\s)\p{Cc}/gu)?.length ?? 0;
  return controls * 20 > beginning.length;
}
