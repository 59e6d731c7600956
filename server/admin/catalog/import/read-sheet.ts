import {
  BrokenQuotes,
  decodeFile,
  parseTable,
  REPLACEMENT_CHARACTER,
  unreadableImport,
} from '#server/platform/csv/index';
import type { ImportPreview } from '#shared/contracts/catalog-import';
import {
  IMPORT_MAX_ROWS,
  type ImportColumn,
  REQUIRED_IMPORT_COLUMNS,
} from '#shared/domain/catalog-import';
import { closestColumn, columnHeaded } from './columns';
import { IssueList } from './issue-list';

/**
 * Limit including blank rows, of which a template that was filled and cleared has thousands. A file
 * of only blank rows could have millions, and each costs the parser far more than the one byte it
 * is sent with.
 */
const MAX_ROWS_READ = 4 * IMPORT_MAX_ROWS;
/** Limit per row; far more than there are headings. */
const MAX_CELLS = 500;

export interface SheetRow {
  /** Row number as in a spreadsheet. */
  row: number;
  /** Trimmed values; none for a blank cell or a missing column. */
  cells: ReadonlyMap<ImportColumn, string>;
}

export interface Sheet {
  encoding: ImportPreview['encoding'];
  /** Rows that are not blank. */
  rows: SheetRow[];
  issues: IssueList;
}

/**
 * Parses the rows of a file under the known headings; adds its format errors to the issues.
 * @throws AppError 400 or 413 with one of the `UNREADABLE_IMPORTS`
 */
export async function readSheet(file: Buffer): Promise<Sheet> {
  const { text, encoding } = decodeFile(file);
  const sheet: Sheet = { encoding, rows: [], issues: new IssueList() };
  try {
    await readRows(text, sheet);
  } catch (error) {
    if (!(error instanceof BrokenQuotes)) throw error;
    sheet.issues.add({ row: error.row, problem: 'brokenQuotes' });
    return sheet;
  }
  if (sheet.rows.length === 0 && sheet.issues.count === 0) throw unreadableImport('import-empty');
  return sheet;
}

async function readRows(text: string, { rows, issues }: Sheet): Promise<void> {
  const countHeadings = (cells: string[]) => cells.filter((cell) => columnHeaded(cell)).length;
  let columns: Columns | null = null;
  let row = 0;
  for await (const record of parseTable(text, countHeadings)) {
    if (++row > MAX_ROWS_READ) throw unreadableImport('import-too-many-rows');
    const written = firstCells(record);
    // Spreadsheets also write rows that were cleared, and rows below the last one.
    if (written.every(isBlank)) continue;
    const cells = written.map(tidy);
    if (!columns) {
      columns = readHeadings(row, cells, issues);
      // With unknown headings, every value would have an issue.
      if (issues.count > 0) return;
    } else if (rows.length === IMPORT_MAX_ROWS) {
      throw unreadableImport('import-too-many-rows');
    } else rows.push(readRow(row, cells, columns, issues));
  }
}

/** The last cell represents all those beyond the limit, so that they are reported. */
function firstCells(record: string[]): string[] {
  if (record.length <= MAX_CELLS) return record;
  const beyond = record.find((cell, at) => at >= MAX_CELLS - 1 && !isBlank(cell));
  return [...record.slice(0, MAX_CELLS - 1), beyond ?? ''];
}

/** Column of each cell in a row; null for one without a heading. */
type Columns = (ImportColumn | null)[];

function readHeadings(row: number, headings: string[], issues: IssueList): Columns {
  const seen = new Set<ImportColumn>();
  const columns = headings.map((heading) => {
    if (heading === '') return null;
    const field = columnHeaded(heading);
    if (!field) {
      const suggestion = closestColumn(heading);
      issues.add({
        row,
        column: heading,
        field: suggestion,
        value: heading,
        problem: 'unknownColumn',
      });
      return null;
    }
    if (seen.has(field)) {
      issues.add({ row, column: heading, field, value: heading, problem: 'repeatedColumn' });
    }
    seen.add(field);
    issues.nameColumn(field, heading);
    return field;
  });
  for (const field of REQUIRED_IMPORT_COLUMNS) {
    if (!seen.has(field)) issues.add({ row, field, problem: 'missingColumn' });
  }
  return columns;
}

function readRow(row: number, texts: string[], columns: Columns, issues: IssueList): SheetRow {
  const cells = new Map<ImportColumn, string>();
  for (const [at, value] of texts.entries()) {
    if (value === '') continue;
    const field = columns[at] ?? null;
    if (field) cells.set(field, value);
    else issues.add({ row, value, problem: 'extraCell' });
    if (field && value.includes(REPLACEMENT_CHARACTER)) {
      issues.add({ row, field, value, problem: 'damaged' });
    }
  }
  return { row, cells };
}

const isBlank = (cell: string): boolean => cell.trim() === '';

/** Line breaks within a cell are converted to those of a form. */
const tidy = (cell: string): string => cell.replace(/\r\n?/g, '\n').trim();
