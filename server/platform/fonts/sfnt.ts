import { inflateSync } from 'node:zlib';

const HEADER = 44;
const ENTRY = 20;
const SFNT_HEADER = 12;
const SFNT_ENTRY = 16;
const SIGNATURE = 'wOFF';

/**
 * Decompresses a font file. With a WOFF file, fontkit decompresses the glyph table for each letter
 * that it draws, which takes seconds with a large font.
 * @see https://www.w3.org/TR/WOFF/
 * @param file a WOFF file, or a TrueType one, which is returned unchanged
 * @throws Error when a table is shorter or longer than the file declares
 */
export function decompress(file: Buffer): Buffer {
  if (file.toString('latin1', 0, 4) !== SIGNATURE) return file;
  const tables = Array.from({ length: file.readUInt16BE(12) }, (_none, index) => {
    const at = HEADER + index * ENTRY;
    const [offset, compressedLength, length] = [4, 8, 12].map((field) =>
      file.readUInt32BE(at + field),
    ) as [number, number, number];
    const bytes = file.subarray(offset, offset + compressedLength);
    const table = compressedLength === length ? bytes : inflateSync(bytes);
    if (table.length !== length)
      throw new Error('a table of a font file does not have its declared length');
    return { tag: file.subarray(at, at + 4), checksum: file.subarray(at + 16, at + 20), table };
  });
  const header = Buffer.alloc(SFNT_HEADER + tables.length * SFNT_ENTRY);
  file.copy(header, 0, 4, 8); // The flavour
  header.writeUInt16BE(tables.length, 4);
  const power = Math.floor(Math.log2(tables.length));
  header.writeUInt16BE(16 * 2 ** power, 6);
  header.writeUInt16BE(power, 8);
  header.writeUInt16BE(16 * (tables.length - 2 ** power), 10);
  const parts: Buffer[] = [header];
  let offset = header.length;
  for (const [index, { tag, checksum, table }] of tables.entries()) {
    const at = SFNT_HEADER + index * SFNT_ENTRY;
    tag.copy(header, at);
    checksum.copy(header, at + 4);
    header.writeUInt32BE(offset, at + 8);
    header.writeUInt32BE(table.length, at + 12);
    const padding = Buffer.alloc((4 - (table.length % 4)) % 4);
    parts.push(table, padding);
    offset += table.length + padding.length;
  }
  return Buffer.concat(parts);
}
