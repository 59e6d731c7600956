import {
  configure,
  type FileEntry,
  Uint8ArrayReader,
  Uint8ArrayWriter,
  ZipReader,
  ZipWriter,
} from '@zip.js/zip.js';
import { UnreadableSpreadsheet } from './unreadable-spreadsheet';

// This is a process of its own already.
configure({ useWebWorkers: false });

/** Total size of the unpacked parts, in bytes; a larger table has to be sent as CSV. */
const MAX_UNPACKED = 100 * 1024 * 1024;
/** More parts than a workbook of hundreds of sheets has. */
const MAX_PARTS = 5_000;

/** The parts that describe tables are XML, or binary in `.xlsb`. */
const TABLE_PART = /\.(xml|rels|bin)$|^mimetype$/i;
/** Parts that no table needs, such as macros, links to other files, drawings and other objects. */
const OTHER_PART =
  /(^|[\\/])(vbaProject|externalLinks?|drawings|media|embeddings|pivot\w*|charts?|customXml|docProps|printerSettings|activeX|ctrlProps|Object \d+)[\\/.\d]/i;
/** An archive with none of these is no spreadsheet. */
const WORKBOOK_PART = /(^|[\\/])(workbook\.(xml|bin)|content\.xml)$/i;

/**
 * Copies the tables of a spreadsheet into a new archive without compression, so that the library
 * that reads it meets neither a bomb nor an archive that can be understood in two ways.
 * @throws UnreadableSpreadsheet; other errors for a broken archive
 */
export async function onlyTables(bytes: Uint8Array): Promise<Uint8Array> {
  const reader = new ZipReader(new Uint8ArrayReader(bytes));
  const writer = new ZipWriter(new Uint8ArrayWriter(), {
    level: 0,
    // The library expects the sizes before the content.
    dataDescriptor: false,
  });
  const names = new Set<string>();
  let parts = 0;
  let unpacked = 0;
  for await (const entry of reader.getEntriesGenerator()) {
    if (++parts > MAX_PARTS) throw new UnreadableSpreadsheet('import-unpacked-too-large');
    const { filename } = entry;
    if (entry.directory || !TABLE_PART.test(filename) || OTHER_PART.test(filename)) continue;
    if (entry.encrypted) throw new UnreadableSpreadsheet('import-password');
    if (names.has(filename)) throw new UnreadableSpreadsheet('import-damaged');
    names.add(filename);
    const content = await unpack(entry, MAX_UNPACKED - unpacked);
    unpacked += content.length;
    if (isEncryptedManifest(filename, content)) throw new UnreadableSpreadsheet('import-password');
    await writer.add(filename, new Uint8ArrayReader(content));
  }
  if (![...names].some((name) => WORKBOOK_PART.test(name))) {
    throw new UnreadableSpreadsheet('import-other-archive');
  }
  return writer.close();
}

/** Counts while it unpacks: what the archive says of its sizes may be wrong. */
async function unpack(entry: FileEntry, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const collected = new WritableStream<Uint8Array>({
    write(chunk) {
      size += chunk.length;
      if (size > maxBytes) throw new UnreadableSpreadsheet('import-unpacked-too-large');
      chunks.push(chunk);
    },
  });
  await entry.getData(collected).catch((error: unknown) => {
    throw size > maxBytes ? new UnreadableSpreadsheet('import-unpacked-too-large') : error;
  });
  return Buffer.concat(chunks);
}

/** An OpenDocument file encrypts its parts, and says so in its manifest. */
const isEncryptedManifest = (name: string, content: Uint8Array): boolean =>
  name === 'META-INF/manifest.xml' && Buffer.from(content).includes('encryption-data');
