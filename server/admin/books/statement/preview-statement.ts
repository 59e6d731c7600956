import { eq } from 'drizzle-orm';
import type { Database } from '#server/db/client';
import { BrokenQuotes, decodeFile, unreadableImport } from '#server/platform/csv/index';
import type { StatementPreview } from '#shared/contracts/books';
import { statementMappings } from '#shared/schema';
import { guessMapping } from './guess-mapping';
import { rowsOf, withUniqueNames } from './read-statement';

const SAMPLE_LINES = 3;
/** Lines used for guessing; more than are shown. */
const GUESSING_LINES = 50;
const MAX_COLUMNS = 100;
const MAX_CELL_LENGTH = 60;

/**
 * Returns the beginning of a statement, and a guess of its columns.
 * @throws AppError 400 or 413 with one of the `UNREADABLE_IMPORTS`
 */
export async function previewStatement(
  db: Database,
  provider: string,
  file: Buffer,
): Promise<StatementPreview> {
  const { text, encoding } = decodeFile(file);
  const rows: string[][] = [];
  let lines = -1;
  try {
    for await (const { cells } of rowsOf(text)) {
      lines += 1;
      if (rows.length <= GUESSING_LINES) rows.push(cells.slice(0, MAX_COLUMNS));
    }
  } catch (error) {
    // Reported with its row when the statement is compared.
    if (!(error instanceof BrokenQuotes)) throw error;
  }
  const [first, ...lookedAt] = rows;
  if (!first) throw unreadableImport('import-empty');
  const headings = withUniqueNames(first);
  const columns = [...new Set(headings.filter((name) => name !== '' && name.length <= 200))];
  const columnIndexes = columns.map((name) => headings.indexOf(name));
  const cellsOf = (row: string[]) => columnIndexes.map((at) => row[at] ?? '');
  const sample = lookedAt.map(cellsOf);
  const [stored] = await db
    .select({ mapping: statementMappings.mapping })
    .from(statementMappings)
    .where(eq(statementMappings.provider, provider));
  return {
    encoding,
    columns,
    sample: sample
      .slice(0, SAMPLE_LINES)
      .map((cells) => cells.map((cell) => cell.slice(0, MAX_CELL_LENGTH))),
    lines: Math.max(0, lines),
    mapping: guessMapping(columns, sample, stored?.mapping ?? null),
  };
}
