import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { CsvError, type Options, parse } from 'csv-parse';
import { parse as parseNow } from 'csv-parse/sync';

/** A row of a table as it is written. */
export interface WrittenRow {
  cells: string[];
  /** True when its quotation marks do not match, so that its cells may be wrong. */
  isBroken: boolean;
}

const SEPARATORS = [',', ';', '\t', '|'] as const;
type Separator = (typeof SEPARATORS)[number];

const OPTIONS: Options = {
  record_delimiter: ['\r\n', '\n', '\r'],
  relax_column_count: true,
  /** People type a space before an opening quotation mark. */
  ltrim: true,
  /** In characters; a longer row means an unclosed quotation mark. */
  max_record_size: 1_000_000,
};

/**
 * Characters parsed before yielding to other work, because the same process handles payments. Few,
 * because each may be a separate row, and rows take longer than characters.
 */
const CHARACTERS_PER_TURN = 2 * 1024;
/** Longer than any sensible beginning of a table, in characters. */
const BEGINNING = 50_000;
/** Rows that are looked at to detect the separator. */
const ROWS_COMPARED = 30;
/** More cells than any table has columns; more of them are cut off from a broken row. */
const MAX_CELLS = 500;
/** Most lines of a cell with line breaks, where quotation marks do not match; and its characters. */
const MAX_LINES_JOINED = 20;
const MAX_JOINED = 5_000;

/**
 * Yields each row of a text file, including blank ones, so that rows are numbered as in a
 * spreadsheet. Uses the separator with which a row has most known headings: Excel writes the list
 * separator of its language. A row with unmatched quotation marks does not prevent others from
 * being read.
 * @param countHeadings returns how many of these cells are known headings
 */
export async function* textRows(
  text: string,
  countHeadings: (cells: string[]) => number,
): AsyncGenerator<WrittenRow> {
  const separatorLine = /^"?sep=([^\w\s"]|\t)"?(?:\r\n|\n|\r|$)/i.exec(text);
  const table = unwrapped(separatorLine ? text.slice(separatorLine[0].length) : text);
  const delimiter = separatorLine?.[1] ?? detectSeparator(table, countHeadings);
  // Google Sheets writes quotation marks of tab-separated files as they are.
  const options = { ...OPTIONS, delimiter, ...(hasPlainQuotes(table, delimiter) && NO_QUOTES) };
  let read = 0;
  const parser = Readable.from(slicesOf(table)).pipe(parse(options));
  try {
    const rows: AsyncIterable<string[]> = parser;
    for await (const cells of rows) {
      read += 1;
      yield { cells, isBroken: false };
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    let row = 0;
    for await (const written of brokenRows(table, delimiter)) {
      if (++row > read) yield written;
    }
  }
}

const NO_QUOTES = { quote: false } as const;

/** Removes the quotation marks around each line, which a program adds that takes it for a cell. */
function unwrapped(text: string): string {
  const first = text.slice(0, BEGINNING).split(LINE_END, ROWS_COMPARED);
  const filled = first.filter((line) => line !== '');
  const isWrapped = filled.every((line) => /[,;\t|]/.test(wrappedLine(line) ?? ''));
  if (filled.length < 2 || !isWrapped) return text;
  const lines = text.split(LINE_END);
  return lines.map((line) => wrappedLine(line) ?? line).join('\n');
}

const LINE_END = /\r\n|\n|\r/;

/** @returns null for a line that is not one quoted cell, perhaps with blank ones after it */
function wrappedLine(line: string): string | null {
  const end = line.lastIndexOf('"');
  const isWrapped = line.startsWith('"') && end > 0 && /^[,;\t|]*$/.test(line.slice(end + 1));
  return isWrapped ? withinQuotes(line.slice(1, end)) : null;
}

/** @returns null for a text that cannot be within quotation marks, because its own are not doubled */
export const withinQuotes = (text: string): string | null =>
  text.replaceAll('""', '').includes('"') ? null : text.replaceAll('""', '"');

async function* slicesOf(text: string): AsyncGenerator<string> {
  for (let at = 0; at < text.length; ) {
    let end = at + CHARACTERS_PER_TURN;
    // Half of a surrogate pair would be encoded as U+FFFD.
    if (/[\uD800-\uDBFF]/.test(text.charAt(end - 1))) end++;
    yield text.slice(at, end);
    at = end;
    await nextTurn();
  }
}

/** Reads the rows of a text with unmatched quotation marks, line by line. */
async function* brokenRows(text: string, delimiter: string): AsyncGenerator<WrittenRow> {
  const lines = text.split(LINE_END);
  if (lines.at(-1) === '') lines.pop();
  let width = 0;
  let read = 0;
  for (let at = 0; at < lines.length; ) {
    const { cells, lineCount, isBroken } = recordAt(lines, at, { delimiter, width });
    width = Math.max(width, cells.length);
    yield { cells, isBroken };
    read += lines.slice(at, at + lineCount).reduce((sum, { length }) => sum + length + 1, 0);
    at += lineCount;
    if (read > CHARACTERS_PER_TURN) {
      read = 0;
      await nextTurn();
    }
  }
}

/** @param width cells of the widest row so far; 0 for none */
function recordAt(
  lines: readonly string[],
  at: number,
  { delimiter, width }: { delimiter: string; width: number },
): WrittenRow & { lineCount: number } {
  const line = lines[at] ?? '';
  if (line.length > Number(OPTIONS.max_record_size)) {
    return { cells: line.split(delimiter, MAX_CELLS), lineCount: 1, isBroken: false };
  }
  // Programs of the web write `\"` for a quotation mark.
  const single = parseLine(line, { delimiter }) ?? parseLine(line, { delimiter, escape: '\\' });
  if (single) return { cells: single, lineCount: 1, isBroken: false };
  // A cell with line breaks: joined only if the row then has as many cells as others.
  const last = Math.min(lines.length, at + MAX_LINES_JOINED);
  for (let end = at + 2; end <= last; end++) {
    const text = lines.slice(at, end).join('\n');
    if (text.length > MAX_JOINED) break;
    const joined = parseLine(text, { delimiter });
    if (joined && (width === 0 || joined.length <= width)) {
      return { cells: joined, lineCount: end - at, isBroken: false };
    }
  }
  const relaxed = parseLine(line, { delimiter, relax_quotes: true });
  if (relaxed) return { cells: relaxed, lineCount: 1, isBroken: false };
  const unquoted = parseLine(line, { delimiter, ...NO_QUOTES });
  return { cells: unquoted ?? [line], lineCount: 1, isBroken: true };
}

/** @returns null when the quotation marks do not match */
function parseLine(line: string, options: Options): string[] | null {
  if (line === '') return [''];
  try {
    const records: string[][] = parseNow(line, { ...OPTIONS, ...options });
    return records.length === 1 ? (records[0] ?? null) : null;
  } catch (error) {
    if (error instanceof CsvError) return null;
    throw error;
  }
}

/**
 * True for a tab-separated file whose quotation marks belong to its texts: read as such, all of its
 * rows have as many cells as the first one.
 */
function hasPlainQuotes(text: string, delimiter: string): boolean {
  const beginning = text.slice(0, BEGINNING);
  if (delimiter !== '\t' || !beginning.includes('"')) return false;
  const isEven = (rows: string[][] | null) =>
    rows?.every((cells) => cells.length === rows[0]?.length) ?? false;
  return (
    !isEven(beginningRows(beginning, { delimiter })) &&
    isEven(beginningRows(beginning, { delimiter, ...NO_QUOTES }))
  );
}

function detectSeparator(table: string, countHeadings: (cells: string[]) => number): Separator {
  const beginning = table.slice(0, BEGINNING);
  let best: { separator: Separator; score: number } = { separator: ',', score: 0 };
  for (const separator of SEPARATORS) {
    const rows = firstRows(beginning, separator).filter((cells) =>
      cells.some((cell) => cell.trim()),
    );
    const headings = Math.max(0, ...rows.map(countHeadings));
    // Without known headings, the separator that most rows have in common.
    const wide = rows.filter((cells) => cells.length > 1).length;
    const score = headings * 1_000 + wide;
    if (score > best.score) best = { separator, score };
  }
  return best.separator;
}

/** What can be read of the beginning, whether or not quotation marks match. */
const firstRows = (text: string, delimiter: Separator): string[][] =>
  beginningRows(text, { delimiter, relax_quotes: true }, true) ?? [];

/** @returns null when quotation marks do not match, unless a part is enough */
function beginningRows(text: string, options: Options, isPartEnough = false): string[][] | null {
  const rows: string[][] = [];
  try {
    parseNow(text, {
      ...OPTIONS,
      ...options,
      to: ROWS_COMPARED,
      on_record: (cells: string[]) => {
        rows.push(cells);
        return null;
      },
    });
    return rows;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return isPartEnough ? rows : null;
  }
}
