import {
  type CellObject,
  read,
  SSF,
  set_cptable,
  utils,
  type WorkBook,
  type WorkSheet,
} from '@e965/xlsx';
import type { UnreadableImport } from '#shared/contracts/tables';
import { decodeFile } from './decode-file';
import type { SpreadsheetRequest, SpreadsheetResponse } from './spreadsheet';
import { onlyTables } from './spreadsheet-archive';
import { UnreadableSpreadsheet } from './unreadable-spreadsheet';

/** More than any table has headings; further cells are left out. */
const MAX_COLUMNS = 500;
/** A longer cell is cut: still far too long for every column, so that it is reported as such. */
const MAX_CELL = 20_000;

/** Headings are looked for in as many sheets, rows and columns; a longer cell is none. */
const MAX_SHEETS = 20;
const BEGINNING_ROWS = 30;
const BEGINNING_COLUMNS = 50;
const BEGINNING_CELL = 200;

/** Converts a sheet as `SpreadsheetResponse` says; never throws. */
export async function convert(request: SpreadsheetRequest): Promise<SpreadsheetResponse> {
  try {
    if (request.format === 'pdf') return await convertPdf(request);
    const workbook = await readWorkbook(request);
    const [sheet, sheets] = chooseSheet(workbook, request.sheet);
    const table = workbook.Sheets[sheet];
    if (!table) throw new UnreadableSpreadsheet('import-empty');
    const is1904 = workbook.Workbook?.WBProps?.date1904 === true;
    const csv = csvOf(table, { is1904, maxRows: request.maxRows });
    const beginnings =
      request.sheet === null && sheets.length > 1
        ? sheets.map((name, at) => (at < MAX_SHEETS ? beginningOf(workbook.Sheets[name]) : []))
        : [];
    return { csv, sheets, sheet, beginnings };
  } catch (error) {
    return { problem: error instanceof UnreadableSpreadsheet ? error.problem : problemOf(error) };
  }
}

/** The library for PDF is loaded only when it is needed. */
async function convertPdf({ bytes, maxRows }: SpreadsheetRequest): Promise<SpreadsheetResponse> {
  const { pdfRows } = await import('./pdf-rows');
  const rows = (await pdfRows(bytes)).slice(0, maxRows + 1);
  const csv = new CsvText();
  for (const [at, cells] of rows.entries()) csv.add(at + 1, cells);
  return { csv: csv.bytes, sheets: [], sheet: null, beginnings: [] };
}

async function readWorkbook({ format, bytes }: SpreadsheetRequest): Promise<WorkBook> {
  const content = format === 'zip' ? await onlyTables(bytes) : bytes;
  // Pages of portals are in the encoding of their country.
  const text = format === 'markup' ? decodeFile(Buffer.from(bytes)).text : null;
  if (format === 'compound') set_cptable(await import('@e965/xlsx/dist/cpexcel'));
  const workbook = read(text ?? content, {
    type: text === null ? 'buffer' : 'string',
    dense: true,
    // Formats tell dates from numbers.
    cellNF: true,
    cellFormula: false,
    cellHTML: false,
    cellText: false,
    // In HTML, texts stay as they are: the reader would guess American dates.
    raw: true,
    // The sheet's own claim of its size may be wrong in either direction.
    nodim: true,
    UTC: true,
  });
  // The library reads what it does not recognise as CSV.
  if (format === 'compound' && !workbook.Workbook) {
    throw new UnreadableSpreadsheet('import-damaged');
  }
  return workbook;
}

function problemOf(error: unknown): UnreadableImport {
  const message = error instanceof Error ? error.message : '';
  if (/password|encrypt/i.test(message)) return 'import-password';
  // A compound file of another program: Word, an e-mail, an installer.
  if (/cannot find workbook stream|unsupported (file|zip)/i.test(message)) {
    return 'import-other-archive';
  }
  return 'import-damaged';
}

/** @returns the sheet to read, and all visible ones with a value */
function chooseSheet(workbook: WorkBook, wanted: string | null): [string, string[]] {
  const filled = workbook.SheetNames.filter((name) => cellCount(workbook.Sheets[name]) > 0);
  const isHidden = (name: string) =>
    Boolean(workbook.Workbook?.Sheets?.[workbook.SheetNames.indexOf(name)]?.Hidden);
  const visible = filled.filter((name) => !isHidden(name));
  const offered = visible.length > 0 ? visible : filled;
  if (wanted !== null) {
    if (!offered.includes(wanted)) throw new UnreadableSpreadsheet('import-no-sheet');
    return [wanted, offered];
  }
  // A title page or a note has one column.
  const first = offered.find((name) => isTable(workbook.Sheets[name])) ?? offered[0];
  if (first === undefined) throw new UnreadableSpreadsheet('import-empty');
  return [first, offered];
}

/** Rows of a sheet by index from 0; rows and cells without a value are missing. */
const rowsOf = (sheet: WorkSheet | undefined): (CellObject | undefined)[][] =>
  sheet?.['!data'] ?? [];

const hasText = (cell: CellObject | undefined): boolean =>
  cell?.v !== undefined && String(cell.v).trim() !== '';

function cellCount(sheet: WorkSheet | undefined): number {
  let count = 0;
  for (const row of rowsOf(sheet)) for (const cell of row ?? []) if (hasText(cell)) count++;
  return count;
}

/** True when at least two rows have at least two values. */
function isTable(sheet: WorkSheet | undefined): boolean {
  let rows = 0;
  for (const row of rowsOf(sheet)) {
    if ((row ?? []).filter(hasText).length >= 2 && ++rows === 2) return true;
  }
  return false;
}

/** Returns the first rows with a value. */
function beginningOf(sheet: WorkSheet | undefined): string[][] {
  const rows: string[][] = [];
  for (const row of rowsOf(sheet)) {
    if (rows.length === BEGINNING_ROWS) break;
    if (!row?.some(hasText)) continue;
    const cells = Array.from(row.slice(0, BEGINNING_COLUMNS), (cell) => cellText(cell, false));
    rows.push(cells.map((text) => text.slice(0, BEGINNING_CELL)));
  }
  return rows;
}

function csvOf(
  sheet: WorkSheet,
  { is1904, maxRows }: { is1904: boolean; maxRows: number },
): Buffer {
  const csv = new CsvText();
  fillMerged(sheet);
  for (const [index, row] of rowsOf(sheet).entries()) {
    if (!row?.some(hasText)) continue;
    // One more tells the reader that there are too many.
    if (csv.length > maxRows) break;
    const texts = Array.from(row.slice(0, MAX_COLUMNS), (cell) => cellText(cell, is1904));
    csv.add(index + 1, texts);
  }
  return csv.bytes;
}

/**
 * A text that is written once beside several rows, such as the category of all of its nominees,
 * belongs to each of them. A number does not: an amount would be counted several times.
 */
function fillMerged(sheet: WorkSheet): void {
  const rows = rowsOf(sheet);
  for (const { s: start, e: end } of sheet['!merges'] ?? []) {
    const value = rows[start.r]?.[start.c];
    // Rows without another value end the table.
    if (value?.t !== 's' || !/\p{L}/u.test(String(value.v))) continue;
    for (let at = start.r + 1; at <= end.r && at < rows.length; at++) {
      const row = rows[at];
      if (row?.some(hasText)) row[start.c] = value;
    }
  }
}

/** Most characters of a converted table, which the process that handles payments has to read. */
const MAX_CSV = 48 * 1024 * 1024;

/** Lines of CSV. Every cell is quoted; the first one is the row's number. */
class CsvText {
  readonly #lines: string[] = [];
  #characters = 0;

  /**
   * @throws UnreadableSpreadsheet beyond the most characters: a spreadsheet stores a text once that
   *   thousands of cells contain
   */
  add(row: number, texts: readonly string[]): void {
    const line = [String(row), ...texts].map((text) => `"${text.replaceAll('"', '""')}"`).join(',');
    this.#characters += line.length;
    if (this.#characters > MAX_CSV) throw new UnreadableSpreadsheet('import-unpacked-too-large');
    this.#lines.push(line);
  }

  get length(): number {
    return this.#lines.length;
  }

  get bytes(): Buffer {
    return Buffer.from(this.#lines.join('\n'));
  }
}

/** Days between the two calendars that Excel counts from. */
const DAYS_TO_1904 = 1_462;

/** Returns a value as the readers of amounts, moments and texts expect it, whatever its format. */
function cellText(cell: CellObject | undefined, is1904: boolean): string {
  if (cell?.v === undefined || cell.t === 'z') return '';
  if (cell.t === 'e') return utils.format_cell(cell);
  if (typeof cell.v === 'boolean') return cell.v ? 'TRUE' : 'FALSE';
  if (typeof cell.v === 'number') {
    return isDate(cell) ? dateText(cell.v + (is1904 ? DAYS_TO_1904 : 0)) : numberText(cell.v);
  }
  return String(cell.v).slice(0, MAX_CELL);
}

const isDate = ({ z: format }: CellObject): boolean =>
  typeof format === 'string' && SSF.is_date(format);

/** Numbers have 15 digits in a spreadsheet: longer ones have lost their end, and must say so. */
const FIRST_INEXACT = 1e15;

function numberText(value: number): string {
  if (Math.abs(value) >= FIRST_INEXACT) return value.toExponential(5).replace('e', 'E');
  const text = String(Number(value.toPrecision(15)));
  if (text.includes('e')) return value.toFixed(20).replace(/0+$/, '');
  // Three digits after a point would be read as thousands.
  return /\.\d{3}$/.test(text) ? `${text}0` : text;
}

const DAY_SECONDS = 24 * 60 * 60;

/** @param serial days since the end of 1899; below 1 it is a time of day */
function dateText(serial: number): string {
  const seconds = Math.round(serial * DAY_SECONDS);
  // 25,569 is 1 January 1970.
  const moment = new Date((seconds - 25_569 * DAY_SECONDS) * 1_000);
  if (Number.isNaN(moment.getTime())) return numberText(serial);
  const [day = '', time = ''] = moment.toISOString().slice(0, 19).split('T');
  if (serial < 1) return time;
  return seconds % DAY_SECONDS === 0 ? day : `${day} ${time}`;
}
