import { AppError } from '#server/errors';
import { ChildProgram, ChildProgramFailed } from '#server/platform/child-program';
import type { UnreadableImport } from '#shared/contracts/tables';
import { unreadableImport } from './unreadable-import';

/** Formats that the program of `spreadsheet-program.ts` converts. */
export type SpreadsheetFormat =
  /** ZIP archive: `.xlsx`, `.xlsm` and `.ods`. */
  | 'zip'
  /** Compound file: `.xls`, and an `.xlsx` with a password. */
  | 'compound'
  /** A table in HTML or XML, which many portals name `.xls`. */
  | 'markup'
  | 'pdf';

export interface SpreadsheetRequest {
  format: SpreadsheetFormat;
  bytes: Uint8Array;
  /** Name of the wanted sheet. */
  sheet: string | null;
  /** Most rows with a value; further ones are left out. */
  maxRows: number;
}

export interface ConvertedSpreadsheet {
  /**
   * The rows with a value as CSV in UTF-8: commas, every cell quoted. The first cell is the row
   * number, as the spreadsheet shows it.
   */
  csv: Uint8Array;
  sheets: string[];
  sheet: string | null;
  /** The first rows of each sheet, shortened, if no sheet was wanted and there are several. */
  beginnings: string[][][];
}
export type SpreadsheetResponse = ConvertedSpreadsheet | { problem: UnreadableImport };

const SIGNATURES: readonly (readonly [SpreadsheetFormat, readonly number[]])[] = [
  ['zip', [0x50, 0x4b, 0x03, 0x04]],
  ['zip', [0x50, 0x4b, 0x05, 0x06]],
  ['compound', [0xd0, 0xcf, 0x11, 0xe0]],
  ['pdf', [0x25, 0x50, 0x44, 0x46, 0x2d]],
];
/**
 * Beginning of a web page, or of Excel's XML of 2003; after white space, a byte order mark and
 * comments.
 */
const MARKUP =
  /^\s*(?:<!--(?:(?!-->)[\s\S])*-->\s*)*<(\?xml[\s\S]{0,1000}<(Workbook|office:document|html|table)|!doctype html|html|head|meta|style|table|div)\b/i;

/** Returns the format of a file that is not plain text; null for every other file. */
export function spreadsheetFormat(file: Buffer): SpreadsheetFormat | null {
  const signature = SIGNATURES.find(([, bytes]) => bytes.every((byte, at) => file[at] === byte));
  if (signature) return signature[0];
  const isUtf16 = file[0] === 0xff && file[1] === 0xfe;
  const beginning = file.subarray(0, 2_000).toString(isUtf16 ? 'utf16le' : 'utf8');
  return MARKUP.test(beginning.replace(/^\uFEFF/, '')) ? 'markup' : null;
}

/** Files that may wait; each of them is held in memory. */
const MAX_WAITING = 4;

const program = new ChildProgram<SpreadsheetRequest, SpreadsheetResponse>({
  program: 'platform/tables/spreadsheet-program',
  timeoutMs: 60_000,
  idleMs: 30_000,
  heapMb: 1_024,
});

/**
 * Converts one sheet of a spreadsheet to CSV, in a process of its own. Formulas are not calculated:
 * the values that the spreadsheet's program stored are used.
 * @throws AppError with one of the `UNREADABLE_IMPORTS`, or 503 while too many files wait
 */
export async function convertSpreadsheet(
  request: SpreadsheetRequest,
): Promise<ConvertedSpreadsheet> {
  if (program.waiting >= MAX_WAITING) {
    const options = { retryAfterSeconds: 30 };
    throw new AppError(503, 'unavailable', 'Other spreadsheets are being read', options);
  }
  const response = await program.request(request).catch((error: unknown) => {
    // Out of memory or out of time, whatever the file says about its size.
    if (error instanceof ChildProgramFailed) throw unreadableImport('import-unpacked-too-large');
    throw error;
  });
  if ('problem' in response) throw unreadableImport(response.problem);
  return response;
}
