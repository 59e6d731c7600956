import {
  assignColumns,
  hasWrongLetters,
  isTotal,
  openTable,
  type PassedRows,
  REPLACEMENT_CHARACTER,
  repairedLetters,
  type TableRow,
  unreadableImport,
  weighHeadings,
} from '#server/platform/tables/index';
import type { ImportChoices, ImportPreview } from '#shared/contracts/catalog-import';
import type { TableFound } from '#shared/contracts/tables';
import {
  IMPORT_MAX_ROWS,
  type ImportColumn,
  REQUIRED_IMPORT_COLUMNS,
} from '#shared/domain/catalog-import';
import { importMeaning, isExactHeading, isPlainName } from './columns';
import { IssueList, shorten } from './issue-list';

/**
 * Limit including blank rows, of which a template that was filled and cleared has thousands. A file
 * of only blank rows could have millions, and each costs the parser far more than the one byte it
 * is sent with.
 */
const MAX_ROWS_READ = 4 * IMPORT_MAX_ROWS;
/** Limit per row; far more than there are headings. */
const MAX_CELLS = 500;
/** Rows by whose values columns are told apart, and the values shown of each. */
const SAMPLE_ROWS = 50;
const SAMPLES = 3;

export interface SheetRow {
  /** Row number as in a spreadsheet. */
  row: number;
  /** Trimmed values; none for a blank cell or a missing column. */
  cells: ReadonlyMap<ImportColumn, string>;
}

export interface Sheet {
  found: Omit<TableFound, 'passedOver' | 'passedOverCount'>;
  passedOver: PassedRows;
  columns: ImportPreview['columns'];
  /** Rows that are not blank. */
  rows: SheetRow[];
  issues: IssueList;
}

/**
 * Reads the rows of a file under its headings; adds what is wrong with their format to the issues.
 * @throws AppError 400, 413 or 503 with one of the `UNREADABLE_IMPORTS`
 */
export async function readSheet(file: Buffer, choices: ImportChoices): Promise<Sheet> {
  const { found, passedOver, headings, rows } = await openTable(file, {
    countHeadings: (cells) => weighHeadings(cells, importMeaning),
    maxRows: IMPORT_MAX_ROWS,
    maxRowsRead: MAX_ROWS_READ,
    place: choices,
  });
  const table: TableRow[] = [];
  for await (const row of rows) table.push({ ...row, cells: firstCells(row.cells) });
  if (table.length === 0) throw unreadableImport('import-empty');
  const issues = new IssueList();
  const columns = columnsOf(firstCells(headings), table, choices);
  checkColumns(columns, found.headingsRow, issues);
  const sheet: Sheet = {
    found,
    passedOver,
    columns: shownColumns(columns, table),
    rows: [],
    issues,
  };
  // Without its columns, every row would have an issue.
  if (issues.count > 0) return sheet;
  const leftOut = new Set(choices.leaveOut);
  for (const row of table) {
    if (leftOut.has(row.row)) passedOver.add(row, 'left-out');
    else if (row.isBroken) issues.add({ row: row.row, problem: 'brokenQuotes' });
    else {
      const read = readRow(row, columns, issues);
      if (isPassedOver(row, read)) passedOver.add(row, 'total');
      else sheet.rows.push(read);
    }
  }
  return sheet;
}

/** Totals and remarks have no category. */
const isPassedOver = ({ cells }: TableRow, { cells: read }: SheetRow): boolean =>
  !read.has('category') &&
  (isTotal(cells) || (!read.has('name') && cells.filter((cell) => cell !== '').length === 1));

/** The last cell represents all those beyond the limit, so that they are reported. */
function firstCells(cells: string[]): string[] {
  if (cells.length <= MAX_CELLS) return cells;
  const beyond = cells.find((cell, at) => at >= MAX_CELLS - 1 && cell !== '');
  return [...cells.slice(0, MAX_CELLS - 1), beyond ?? ''];
}

interface Column {
  heading: string;
  field: ImportColumn | null;
  isGuessed: boolean;
  /** True when nobody has said that it may be left out. */
  isUnexplained: boolean;
}

/** The columns of the file: as chosen, or by their headings. */
function columnsOf(
  headings: readonly string[],
  table: readonly TableRow[],
  { columns: chosen }: ImportChoices,
): Column[] {
  const width = Math.max(headings.length, ...table.map(({ cells }) => cells.length));
  const texts = Array.from({ length: width }, (_, at) => headings[at] ?? '');
  if (chosen) {
    return texts.map((heading, at) => ({
      heading,
      field: chosen[at] ?? null,
      isGuessed: false,
      isUnexplained: at >= chosen.length,
    }));
  }
  const sample = table.slice(0, SAMPLE_ROWS).map(({ cells }) => cells);
  const assigned = assignColumns(texts, sample, importMeaning);
  const named = texts[assigned.indexOf('name')];
  const yields = (heading: string) =>
    isPlainName(heading) && named !== undefined && !isPlainName(named);
  return texts.map((heading, at) => {
    // Two columns of the same known heading contradict one another, so both keep their meaning.
    const isExact = isExactHeading(heading) && !yields(heading);
    const field = isExact ? (importMeaning(heading)?.field ?? null) : (assigned[at] ?? null);
    const isUnexplained = heading === '';
    return { heading, field, isGuessed: field !== null && !isExact, isUnexplained };
  });
}

function checkColumns(columns: readonly Column[], row: number, issues: IssueList): void {
  const seen = new Set<ImportColumn>();
  for (const { heading, field } of columns) {
    if (field === null) continue;
    if (seen.has(field)) {
      issues.add({ row, column: heading, field, value: heading, problem: 'repeatedColumn' });
    }
    seen.add(field);
    if (heading !== '') issues.nameColumn(field, heading);
  }
  for (const field of REQUIRED_IMPORT_COLUMNS) {
    if (!seen.has(field)) issues.add({ row, field, problem: 'missingColumn' });
  }
}

const shownColumns = (columns: readonly Column[], table: readonly TableRow[]) =>
  columns.map(({ heading, field, isGuessed }, at) => {
    const values = new Set<string>();
    for (const { cells } of table) {
      if (values.size === SAMPLES) break;
      const value = cells[at] ?? '';
      if (value !== '') values.add(shorten(value));
    }
    return { heading: shorten(heading), field, isGuessed, samples: [...values] };
  });

function readRow(
  { row, cells: texts }: TableRow,
  columns: readonly Column[],
  issues: IssueList,
): SheetRow {
  const cells = new Map<ImportColumn, string>();
  for (const [at, value] of texts.entries()) {
    if (value === '') continue;
    const { field, isUnexplained } = columns[at] ?? { field: null, isUnexplained: true };
    if (field === null) {
      if (isUnexplained) issues.add({ row, value, problem: 'extraCell' });
      continue;
    }
    cells.set(field, value);
    const repaired = hasWrongLetters(value) ? repairedLetters(value) : null;
    if (repaired !== null) {
      issues.add({ row, field, value, problem: 'wrongLetters', details: { text: repaired } });
    } else if (value.includes(REPLACEMENT_CHARACTER) || hasWrongLetters(value)) {
      issues.add({ row, field, value, problem: 'damaged' });
    }
  }
  return { row, cells };
}
