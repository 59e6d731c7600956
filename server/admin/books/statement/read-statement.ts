import type { StatementEntry } from '#server/payments/index';
import { BrokenQuotes, parseTable, unreadableImport } from '#server/platform/csv/index';
import {
  STATEMENT_MAX_LINES,
  type StatementMapping,
  type StatementProblem,
} from '#shared/contracts/books';
import { amountIn, MomentReader } from './cell-values';

type Field = StatementProblem['field'];
type Problem = StatementProblem['problem'];

/** Most rows named per problem. */
const MAX_LISTED_ROWS = 5;

/** Collects problems by kind and field, with their rows. */
export class StatementProblems {
  readonly #problems = new Map<string, StatementProblem>();

  add(field: Field, problem: Problem, row: number | null = null): void {
    const key = `${field} ${problem}`;
    const existing = this.#problems.get(key) ?? { field, problem, rows: [], count: 0 };
    existing.count += 1;
    if (row !== null && existing.rows.length < MAX_LISTED_ROWS) existing.rows.push(row);
    this.#problems.set(key, existing);
  }

  get all(): StatementProblem[] {
    return [...this.#problems.values()];
  }
}

/**
 * Yields each row that is not blank, numbered as in a spreadsheet; the first one is the headings.
 */
export async function* rowsOf(text: string): AsyncGenerator<{ row: number; cells: string[] }> {
  let row = 0;
  let lines = 0;
  for await (const cells of parseTable(text, (first) => first.length)) {
    row += 1;
    if (cells.every((cell) => cell.trim() === '')) continue;
    if (lines++ > STATEMENT_MAX_LINES) throw unreadableImport('import-too-many-rows');
    yield { row, cells: cells.map((cell) => cell.trim()) };
  }
}

/**
 * Makes headings unique, for choosing columns: the second `Amount` of a file is its `Amount (2)`.
 */
export function withUniqueNames(headings: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return headings.map((heading) => {
    const count = (seen.get(heading) ?? 0) + 1;
    seen.set(heading, count);
    return count === 1 || heading === '' ? heading : `${heading} (${count})`;
  });
}

interface Statement {
  entries: StatementEntry[];
  problems: StatementProblems;
}

/**
 * Parses the movements of a statement, or returns its problems, in which case no entry can be
 * trusted.
 * @throws AppError 413 for too many rows
 */
export async function readStatement(
  text: string,
  mapping: StatementMapping,
  timezone: string,
): Promise<Statement> {
  const problems = new StatementProblems();
  const entries: StatementEntry[] = [];
  const reader = new LineReader(mapping, timezone, problems);
  try {
    for await (const { row, cells } of rowsOf(text)) {
      if (reader.isReady) entries.push(...reader.read(row, cells));
      else if (!reader.readHeadings(cells)) break;
    }
  } catch (error) {
    if (!(error instanceof BrokenQuotes)) throw error;
    problems.add('file', 'broken-quotes', error.row);
  }
  reader.finish();
  return { entries, problems };
}

const COLUMN_FIELDS = ['reference', 'payment', 'amount', 'at', 'fee', 'status'] as const;
/** Column index of each field. */
type Columns = Partial<Record<(typeof COLUMN_FIELDS)[number], number>>;

class LineReader {
  readonly #mapping: StatementMapping;
  readonly #problems: StatementProblems;
  readonly #moments: MomentReader;
  readonly #seen = new Set<string>();
  #columns: Columns | null = null;
  #hasLines = false;
  #hasPaid = false;

  constructor(mapping: StatementMapping, timezone: string, problems: StatementProblems) {
    this.#mapping = mapping;
    this.#problems = problems;
    this.#moments = new MomentReader(mapping.dateOrder, timezone);
  }

  get isReady(): boolean {
    return this.#columns !== null;
  }

  /** @returns true when the lines below can be read */
  readHeadings(cells: string[]): boolean {
    const columns: Columns = {};
    const headings = withUniqueNames(cells);
    let isComplete = true;
    for (const field of COLUMN_FIELDS) {
      const heading = this.#mapping[field];
      if (heading === null) continue;
      const at = headings.indexOf(heading);
      if (at >= 0) columns[field] = at;
      else {
        this.#problems.add(field, 'no-column');
        isComplete = false;
      }
    }
    if (this.#mapping.reference === null && this.#mapping.payment === null) {
      this.#problems.add('reference', 'no-reference');
      isComplete = false;
    }
    this.#columns = columns;
    return isComplete;
  }

  read(row: number, cells: string[]): StatementEntry[] {
    const cell = (field: (typeof COLUMN_FIELDS)[number]): string => {
      const at = this.#columns?.[field];
      return at === undefined ? '' : (cells[at] ?? '');
    };
    this.#hasLines = true;
    const { status, paidWord, decimalMark } = this.#mapping;
    if (status !== null && paidWord !== null) {
      if (cell('status').toLowerCase() !== paidWord.toLowerCase()) return [];
    }
    this.#hasPaid = true;
    const [reference, payment] = [cell('reference'), cell('payment')];
    this.#checkName(row, reference, payment);
    const amount = amountIn(cell('amount'), decimalMark);
    // Francs have no decimals: an amount with some uses another decimal mark.
    const isAmount = amount !== null && Number.isInteger(amount);
    if (!isAmount) this.#problems.add('amount', 'not-an-amount', row);
    const at = this.#moments.read(cell('at'));
    if (at === null) this.#problems.add('at', 'not-a-date', row);
    const fee = cell('fee') === '' ? null : amountIn(cell('fee'), decimalMark);
    if (cell('fee') !== '' && fee === null) this.#problems.add('fee', 'not-an-amount', row);
    if (!isAmount || at === null) return [];
    return [
      {
        kind: amount < 0 ? 'returned' : 'paid',
        providerRef: reference || null,
        paymentId: payment || null,
        money: { amountMinor: Math.abs(amount), currency: 'XAF' },
        fee:
          fee === null
            ? null
            : { currency: 'XAF', fee: Math.abs(fee), net: Math.abs(amount) - Math.abs(fee) },
        at,
      },
    ];
  }

  /** Reports duplicates, which would be counted twice. */
  #checkName(row: number, reference: string, payment: string): void {
    const field = this.#mapping.reference === null ? 'payment' : 'reference';
    const name = field === 'payment' ? payment : reference;
    if (name === '') {
      this.#problems.add(field, 'empty', row);
      return;
    }
    if (this.#seen.has(name)) this.#problems.add(field, 'doubled', row);
    this.#seen.add(name);
  }

  finish(): void {
    if (!this.isReady) this.#problems.add('file', 'no-lines');
    const hasPaidWord = this.#mapping.status !== null && this.#mapping.paidWord !== null;
    // If there are other problems, the value may still be correct.
    const isFullyRead = this.#hasLines && this.#problems.all.length === 0;
    if (hasPaidWord && isFullyRead && !this.#hasPaid) this.#problems.add('paidWord', 'never-found');
  }
}
