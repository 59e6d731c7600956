import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { CsvError, type Options, parse } from 'csv-parse';
import { parse as parseNow } from 'csv-parse/sync';

const SEPARATORS = [',', ';', '\t'] as const;
type Separator = (typeof SEPARATORS)[number];

const OPTIONS: Options = {
  record_delimiter: ['\r\n', '\n', '\r'],
  relax_column_count: true,
  /** Twice the longest row that could be stored: a longer one means an unclosed quotation mark. */
  max_record_size: 100_000,
};

/**
 * Characters parsed before yielding to other work, because the same process handles payments. Few,
 * because each may be a separate row, and rows take longer than characters.
 */
const CHARACTERS_PER_TURN = 2 * 1024;
/** Longer than any sensible row of headings, in characters. */
const MAX_HEADINGS_CHARACTERS = 20_000;

/** Unbalanced quotation marks: the rest of the file cannot be parsed. */
export class BrokenQuotes extends Error {
  /** Row number as in a spreadsheet. */
  readonly row: number;

  constructor(row: number) {
    super(`the quotation marks of row ${row} do not match`);
    this.name = 'BrokenQuotes';
    this.row = row;
  }
}

/**
 * Yields each row of the table, including blank ones, so that rows are numbered as in a
 * spreadsheet. Uses the separator with which most cells of the first row are headings: Excel writes
 * the list separator of its language.
 * @param countHeadings returns how many of these cells are known headings
 * @throws BrokenQuotes
 */
export async function* parseTable(
  text: string,
  countHeadings: (cells: string[]) => number,
): AsyncGenerator<string[]> {
  const separatorLine = /^sep=([,;\t])(?:\r\n|\n|\r|$)/i.exec(text);
  const table = separatorLine ? text.slice(separatorLine[0].length) : text;
  const delimiter = separatorLine?.[1] ?? detectSeparator(table, countHeadings);
  const parser = Readable.from(slicesOf(table)).pipe(parse({ ...OPTIONS, delimiter }));
  try {
    const rows: AsyncIterable<string[]> = parser;
    yield* rows;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    // Rows that were complete when the parser failed were not emitted, but counted.
    throw new BrokenQuotes(Number(error.records) + 1);
  }
}

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

function detectSeparator(table: string, countHeadings: (cells: string[]) => number): Separator {
  let best: { separator: Separator; headings: number } = { separator: ',', headings: 0 };
  for (const separator of SEPARATORS) {
    const headings = countHeadings(firstRow(table.slice(0, MAX_HEADINGS_CHARACTERS), separator));
    if (headings > best.headings) best = { separator, headings };
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
