import { type BookType, utils, type WorkSheet, write } from '@e965/xlsx';
import {
  type FileEntry,
  TextReader,
  TextWriter,
  Uint8ArrayReader,
  Uint8ArrayWriter,
  ZipReader,
  ZipWriter,
} from '@zip.js/zip.js';

type Cell = string | number | boolean | Date | null;
/** A sheet is one row of cells after the other. */
type Rows = readonly (readonly Cell[])[];

/** Writes a spreadsheet as its program would; moments are those of a wall clock in UTC. */
export function spreadsheet(sheets: Record<string, Rows>, bookType: BookType = 'xlsx'): Buffer {
  const workbook = utils.book_new();
  for (const [name, rows] of Object.entries(sheets)) {
    const copied = rows.map((cells) => [...cells]);
    const sheet: WorkSheet = utils.aoa_to_sheet(copied, { UTC: true, cellDates: true });
    utils.book_append_sheet(workbook, sheet, name);
  }
  return Buffer.from(write(workbook, { type: 'buffer', bookType, compression: true }));
}

/** Writes an archive with these parts. */
export async function archive(parts: Record<string, string>, password?: string): Promise<Buffer> {
  const writer = new ZipWriter(new Uint8ArrayWriter(), { useWebWorkers: false });
  for (const [name, text] of Object.entries(parts)) {
    await writer.add(name, new TextReader(text), password === undefined ? {} : { password });
  }
  return Buffer.from(await writer.close());
}

/** Changes the parts of an archive. */
export async function changedArchive(
  file: Buffer,
  change: (name: string, text: string) => string,
  added: Record<string, string> = {},
): Promise<Buffer> {
  const reader = new ZipReader(new Uint8ArrayReader(file), { useWebWorkers: false });
  const parts: Record<string, string> = {};
  for (const entry of await reader.getEntries()) {
    if (entry.directory) continue;
    const text = await (entry as FileEntry).getData(new TextWriter());
    parts[entry.filename] = change(entry.filename, text);
  }
  return archive({ ...parts, ...added });
}
