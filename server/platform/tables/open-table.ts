import type { PassedRow, TableEncoding, TableFound, TablePlace } from '#shared/contracts/tables';
import { decodeFile } from './decode-file';
import { type ConvertedSpreadsheet, convertSpreadsheet, spreadsheetFormat } from './spreadsheet';
import { textRows, withinQuotes } from './text-rows';
import { unreadableImport } from './unreadable-import';

/** A row with a value. */
export interface TableRow {
  /** Row number as in a spreadsheet. */
  row: number;
  /** Trimmed; line breaks within a cell are those of a form. */
  cells: string[];
  /** True when its quotation marks do not match, so that its cells may be wrong. */
  isBroken: boolean;
}

interface OpenedFile {
  encoding: TableEncoding;
  sheets: string[];
  sheet: string | null;
  rows: AsyncGenerator<TableRow>;
}

/** A table under its headings. */
export interface Table {
  found: Omit<TableFound, 'passedOver' | 'passedOverCount'>;
  passedOver: PassedRows;
  headings: string[];
  /** The rows below the headings that have a value; totals among them. */
  rows: AsyncGenerator<TableRow>;
}

export interface TableOptions {
  /**
   * Returns how many different columns of this import these cells are headings of, exact ones
   * weighing more (`weighHeadings`).
   */
  countHeadings: (cells: string[]) => number;
  /** True for headings of a table that this import can read. */
  isTable: (cells: string[]) => boolean;
  /** Most rows with a value below the headings. */
  maxRows: number;
  /** Most rows including blank ones, which a spreadsheet writes for cleared rows. */
  maxRowsRead: number;
  place: TablePlace;
}

/** One word may be part of a name: two columns, or an exact heading, make a row of headings. */
const LEAST_WEIGHT = 2;

/** Headings are looked for in the first rows with a value. */
const ROWS_WITH_HEADINGS = 30;

/**
 * Opens the table of a file in any format that a spreadsheet or a portal writes.
 * @throws AppError 400, 413 or 503 with one of the `UNREADABLE_IMPORTS`, also while rows are read
 */
export async function openTable(file: Buffer, options: TableOptions): Promise<Table> {
  const opened = await openFile(file, options);
  const first: TableRow[] = [];
  const { place } = options;
  const isEnough = ({ row }: TableRow) =>
    place.headingsRow === undefined ? first.length >= ROWS_WITH_HEADINGS : row >= place.headingsRow;
  for (;;) {
    const next = await opened.rows.next();
    if (next.done) break;
    first.push(next.value);
    if (isEnough(next.value)) break;
  }
  const at = headingsAmong(first, options);
  const headings = first[at];
  if (!headings) throw unreadableImport('import-empty');
  const passedOver = new PassedRows();
  for (const row of first.slice(0, at)) passedOver.add(row, 'above');
  const { encoding, sheets, sheet } = opened;
  return {
    found: { encoding, sheets, sheet, headingsRow: headings.row },
    passedOver,
    headings: headings.cells,
    rows: rowsBelow(
      headings,
      { first: first.slice(at + 1), rest: opened.rows },
      passedOver,
      options,
    ),
  };
}

/** Returns the index of the row with most known headings; the first of several. */
function headingsAmong(
  rows: readonly TableRow[],
  { countHeadings, place: { headingsRow } }: TableOptions,
): number {
  // A blank row has no headings; then it is the next one.
  if (headingsRow !== undefined) return rows.findIndex(({ row }) => row >= headingsRow);
  const counts = rows.map(({ cells }) => countHeadings(cells));
  const most = Math.max(0, ...counts);
  if (most >= LEAST_WEIGHT) return counts.indexOf(most);
  // Otherwise the first row that can have two columns.
  const wide = rows.findIndex(({ cells }) => cells.filter((cell) => cell !== '').length > 1);
  return Math.max(0, wide);
}

/** Headings repeated on each page of a printed statement are passed over. */
async function* rowsBelow(
  headings: TableRow,
  below: { first: readonly TableRow[]; rest: AsyncGenerator<TableRow> },
  passedOver: PassedRows,
  { maxRows }: TableOptions,
): AsyncGenerator<TableRow> {
  const written = headings.cells.join('\t');
  let count = 0;
  for await (const row of chained(below)) {
    if (row.cells.join('\t') === written) passedOver.add(row, 'headings-again');
    else if (++count > maxRows) throw unreadableImport('import-too-many-rows');
    else yield row;
  }
}

async function* chained<Item>({
  first,
  rest,
}: {
  first: readonly Item[];
  rest: AsyncIterable<Item>;
}) {
  yield* first;
  yield* rest;
}

const MAX_LISTED = 20;
const MAX_TEXT = 100;

/** Rows that are not part of the table; the first ones are shown. */
export class PassedRows {
  readonly listed: PassedRow[] = [];
  count = 0;

  add({ row, cells }: Pick<TableRow, 'row' | 'cells'>, why: PassedRow['why']): void {
    this.count += 1;
    if (this.listed.length === MAX_LISTED) return;
    const text = Array.from(
      cells
        .filter((cell) => cell !== '')
        .join(', ')
        .slice(0, 2 * MAX_TEXT),
    );
    this.listed.push({ row, text: text.slice(0, MAX_TEXT).join(''), why });
  }
}

async function openFile(file: Buffer, options: TableOptions): Promise<OpenedFile> {
  if (file.length === 0) throw unreadableImport('import-empty');
  const format = spreadsheetFormat(file);
  if (format === null) {
    const { text, encoding } = decodeFile(file);
    const rows = withValues(textRows(text, options.countHeadings), options);
    return { encoding, sheets: [], sheet: null, rows };
  }
  const request = {
    format,
    bytes: file,
    sheet: options.place.sheet ?? null,
    // One more than is accepted, so that there are too many.
    maxRows: options.maxRows + ROWS_WITH_HEADINGS + 1,
  };
  const converted = await convertSpreadsheet(request);
  const better = betterSheet(converted, options);
  const { csv, sheets, sheet } =
    better === null ? converted : await convertSpreadsheet({ ...request, sheet: better });
  const encoding = format === 'pdf' ? 'pdf' : 'spreadsheet';
  return { encoding, sheets, sheet, rows: convertedRows(csv, options) };
}

/** Returns the sheet with most known headings if the proposed one has no table; null for none. */
function betterSheet(
  { sheets, sheet, beginnings }: ConvertedSpreadsheet,
  { countHeadings, isTable }: TableOptions,
): string | null {
  const proposed = sheet === null ? -1 : sheets.indexOf(sheet);
  if (beginnings[proposed]?.some(isTable)) return null;
  const weights = beginnings.map((rows) => Math.max(0, ...rows.map(countHeadings)));
  const most = Math.max(0, ...weights);
  if (most < LEAST_WEIGHT || weights[proposed] === most) return null;
  return sheets[weights.indexOf(most)] ?? null;
}

/** The first line says which separator is used, so that none is guessed. */
const CONVERTED = 'sep=,\n';

async function* convertedRows(csv: Uint8Array, options: TableOptions): AsyncGenerator<TableRow> {
  const text = CONVERTED + Buffer.from(csv).toString();
  for await (const { row: _, ...rest } of withValues(
    textRows(text, () => 0),
    options,
  )) {
    const [row, ...cells] = rest.cells;
    yield { ...rest, row: Number(row), cells };
  }
}

async function* withValues(
  rows: AsyncIterable<{ cells: string[]; isBroken: boolean }>,
  { maxRowsRead }: TableOptions,
): AsyncGenerator<TableRow> {
  let row = 0;
  for await (const { cells, isBroken } of rows) {
    if (++row > maxRowsRead) throw unreadableImport('import-too-many-rows');
    if (cells.every((cell) => cell.trim() === '')) continue;
    yield { row, cells: cells.map(tidy), isBroken };
  }
}

/** Line breaks become those of a form; `="001"` is how Excel is made to keep a text as it is. */
function tidy(cell: string): string {
  const text = cell.replace(/\r\n?/g, '\n').trim();
  const isKept = text.length > 2 && text.startsWith('="') && text.endsWith('"');
  return (isKept ? withinQuotes(text.slice(2, -1)) : null) ?? text;
}
