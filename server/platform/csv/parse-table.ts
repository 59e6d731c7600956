import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { CsvError, type Options, parse } from 'csv-parse';
import { parse as parseNow } from 'csv-parse/sync';

const SEPARATORS = [',', ';', '\t'] as const;
type Separator = (typeof SEPARATORS)[number];

const OPTIONS: Options = {
  record_delimiter: ['\r\n', '\n', '\r'],
  relax_column_count: true,
  /** Twice the longest row that could be stored: beyond it a quotation mark was never closed. */
  max_record_size: 100_000,
};

/**
 * Letters that are read before others get their turn: payments are taken by the same process. Few,
 * because each may be a row of its own, and rows take longer than letters.
 */
const LETTERS_PER_TURN = 2 * 1024;
/** Longer than any sensible row of headings. */
const HEADINGS_LETTERS = 20_000;

/** Quotation marks that do not match; what follows cannot be told apart. */
export class BrokenQuotes extends Error {
  /** Counted as the spreadsheet does. */
  readonly row: number;

  constructor(row: number) {
    super(`the quotation marks of row ${row} do not match`);
    this.name = 'BrokenQuotes';
    this.row = row;
  }
}

/**
 * Each row of the table, blank ones too, so that they are counted as the spreadsheet counts them.
 * The separator is the one by which most of the first row are headings: Excel writes what its
 * language uses between numbers.
 * @param countHeadings how many of these cells are known headings
 * @throws BrokenQuotes
 */
export async function* parseTable(
  text: string,
  countHeadings: (cells: string[]) => number,
): AsyncGenerator<string[]> {
  const announcement = /^sep=([,;\t])(?:\r\n|\n|\r|$)/i.exec(text);
  const table = announcement ? text.slice(announcement[0].length) : text;
  const delimiter = announcement?.[1] ?? detectSeparator(table, countHeadings);
  const parser = Readable.from(turns(table)).pipe(parse({ ...OPTIONS, delimiter }));
  try {
    const rows: AsyncIterable<string[]> = parser;
    yield* rows;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    // Rows that the parser had ready when it failed were not handed out, but counted.
    throw new BrokenQuotes(Number(error.records) + 1);
  }
}

async function* turns(text: string): AsyncGenerator<string> {
  for (let at = 0; at < text.length; ) {
    let end = at + LETTERS_PER_TURN;
    // Half a letter beyond the basic plane would be written as damaged.
    if (/[\uD800-\uDBFF]/.test(text.charAt(end - 1))) end++;
    yield text.slice(at, end);
    at = end;
    await nextTurn();
  }
}

function detectSeparator(table: string, countHeadings: (cells: string[]) => number): Separator {
  let best: { separator: Separator; known: number } = { separator: ',', known: 0 };
  for (const separator of SEPARATORS) {
    const known = countHeadings(firstRow(table.slice(0, HEADINGS_LETTERS), separator));
    if (known > best.known) best = { separator, known };
  }
  return best.separator;
}

function firstRow(table: string, delimiter: Separator): string[] {
  try {
    const options = { ...OPTIONS, delimiter, skip_records_with_empty_values: true, to: 1 };
    const [row]: string[][] = parseNow(table, options);
    return row ?? [];
  } catch (error) {
    if (error instanceof CsvError) return [];
    throw error;
  }
}
