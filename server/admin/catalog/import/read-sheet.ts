import {
  assignColumns,
  hasWrongLetters,
  headedFields,
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
import {
  categoryIn,
  importMeaning,
  isAwardName,
  isExactHeading,
  isPlainName,
  numberlessKey,
  saysNoPicture,
} from './columns';
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
  /** Trimmed; several where there is a column for each nominee of a category. */
  names: readonly string[];
  /** Trimmed values of the other columns; none for a blank cell or a missing column. */
  cells: ReadonlyMap<Exclude<ImportColumn, 'name'>, string>;
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
    isTable: (cells) => {
      const fields = headedFields(cells, importMeaning);
      return REQUIRED_IMPORT_COLUMNS.every((field) => fields.has(field));
    },
    maxRows: IMPORT_MAX_ROWS,
    maxRowsRead: MAX_ROWS_READ,
    place: choices,
  });
  const table: TableRow[] = [];
  for await (const row of rows) table.push({ ...row, cells: firstCells(row.cells) });
  if (table.length === 0) throw unreadableImport('import-empty');
  const issues = new IssueList();
  const columns = columnsOf(firstCells(headings), table, choices);
  const isWide = hasCategoriesAbove(columns);
  const areNames = isWide || choices.columns !== undefined || areNumbered(columns);
  checkColumns(columns, { row: found.headingsRow, areNames, isWide }, issues);
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
  let names = 0;
  for (const row of table) {
    if (leftOut.has(row.row)) passedOver.add(row, 'left-out');
    else if (row.isBroken) issues.add({ row: row.row, problem: 'brokenQuotes' });
    else {
      const read = readRow(row, columns, issues);
      if (isPassedOver(row, read)) passedOver.add(row, 'total');
      else if (isWide) sheet.rows.push(...underCategories(row, columns));
      else sheet.rows.push(read);
      names += read.names.length;
      if (names > IMPORT_MAX_ROWS) throw unreadableImport('import-too-many-rows');
    }
  }
  return sheet;
}

/** Totals and remarks have no category. */
const isPassedOver = ({ cells }: TableRow, { names, cells: read }: SheetRow): boolean =>
  !read.has('category') &&
  (isTotal(cells) || (names.length === 0 && cells.filter((cell) => cell !== '').length === 1));

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
  // Forms that ask for a name per category, such as `Meilleure chanson ?`.
  if (!assigned.includes('category') && texts.filter(isAwardName).length > 1) {
    return texts.map((heading) => {
      const isName = isAwardName(heading);
      return { heading, field: isName ? 'name' : null, isGuessed: isName, isUnexplained: false };
    });
  }
  const named = texts[assigned.indexOf('name')];
  const yields = (heading: string) =>
    isPlainName(heading) && named !== undefined && !isPlainName(named);
  const isFurtherName = (heading: string) =>
    named !== undefined &&
    numberlessKey(heading) === numberlessKey(named) &&
    importMeaning(heading)?.field === 'name';
  return texts.map((heading, at) => {
    // Two columns of the same known heading contradict one another, so both keep their meaning.
    const isExact = isExactHeading(heading) && !yields(heading);
    const meaning = isExact || isFurtherName(heading) ? importMeaning(heading) : null;
    const field = meaning?.field ?? assigned[at] ?? null;
    const isUnexplained = heading === '';
    return { heading, field, isGuessed: field !== null && !isExact, isUnexplained };
  });
}

/** True for a column for each nominee of a category: their headings differ by a number only. */
function areNumbered(columns: readonly Column[]): boolean {
  const headings = columns.flatMap(({ heading, field }) => (field === 'name' ? [heading] : []));
  const different = new Set(headings);
  return different.size === headings.length && new Set(headings.map(numberlessKey)).size === 1;
}

/** True for a table with a column for each category, named by its heading, and none of categories. */
function hasCategoriesAbove(columns: readonly Column[]): boolean {
  const names = columns.filter(({ field }) => field === 'name');
  const hasCategory = columns.some(({ field }) => field === 'category');
  const areKnown = names.some(({ heading }) => isExactHeading(heading));
  return names.length > 1 && !hasCategory && !areKnown && !areNumbered(columns);
}

const underCategories = ({ row, cells }: TableRow, columns: readonly Column[]): SheetRow[] =>
  columns.flatMap(({ heading, field }, at) => {
    const name = cells[at] ?? '';
    if (field !== 'name' || name === '') return [];
    return [{ row, names: [name], cells: new Map([['category' as const, categoryIn(heading)]]) }];
  });

/**
 * @param areNames true when several columns may be names
 * @param isWide true when the headings of these columns are the categories
 */
function checkColumns(
  columns: readonly Column[],
  { row, areNames, isWide }: { row: number; areNames: boolean; isWide: boolean },
  issues: IssueList,
): void {
  const seen = new Set<ImportColumn>();
  for (const { heading, field } of columns) {
    if (field === null) continue;
    if (seen.has(field) && !(field === 'name' && areNames)) {
      issues.add({ row, column: heading, field, value: heading, problem: 'repeatedColumn' });
    }
    seen.add(field);
    // An issue of one of several columns is not said to be in another one.
    const isOnly = columns.filter((other) => other.field === field).length === 1;
    if (heading !== '' && isOnly) issues.nameColumn(field, heading);
  }
  for (const field of REQUIRED_IMPORT_COLUMNS) {
    const isInHeadings = isWide && field === 'category';
    if (!seen.has(field) && !isInHeadings) issues.add({ row, field, problem: 'missingColumn' });
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

const isPicture = (field: ImportColumn) => field === 'photoUrl' || field === 'nominationPhotoUrl';

function readRow(
  { row, cells: texts }: TableRow,
  columns: readonly Column[],
  issues: IssueList,
): SheetRow {
  const names: string[] = [];
  const cells = new Map<Exclude<ImportColumn, 'name'>, string>();
  for (const [at, value] of texts.entries()) {
    if (value === '') continue;
    const { field, isUnexplained } = columns[at] ?? { field: null, isUnexplained: true };
    if (field === null) {
      if (isUnexplained) issues.add({ row, value, problem: 'extraCell' });
      continue;
    }
    if (isPicture(field) && saysNoPicture(value)) continue;
    if (field === 'name') names.push(value);
    else cells.set(field, value);
    const repaired = hasWrongLetters(value) ? repairedLetters(value) : null;
    if (repaired !== null) {
      issues.add({ row, field, value, problem: 'wrongLetters', details: { text: repaired } });
    } else if (value.includes(REPLACEMENT_CHARACTER) || hasWrongLetters(value)) {
      issues.add({ row, field, value, problem: 'damaged' });
    }
  }
  return { row, names, cells: names.length > 1 ? ofAll(cells) : cells };
}

/** What a row of several artists says of each: nobody knows whose biography or title it has. */
function ofAll(cells: SheetRow['cells']): SheetRow['cells'] {
  const category = cells.get('category');
  return new Map(category === undefined ? [] : [['category', category]]);
}
