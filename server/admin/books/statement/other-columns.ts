import type { StatementMapping, StatementReading } from '#shared/contracts/books';
import {
  isPayersDebit,
  leavingKind,
  type OtherColumn,
  otherColumn,
  type Side,
  saysNothing,
  sideOf,
  sidesOfSigns,
} from './side-words';
import { certaintyOf } from './statement-words';

/** A column with more different values describes no kind of payment. */
const MAX_KINDS = 12;
/** Longer values are compared by their beginning. */
const MAX_TEXT = 100;
/** A longer heading cannot be named in a mapping. */
const MAX_HEADING = 200;
/** Stands for each value of a column that has one only where there was a problem. */
const ANY_VALUE = '*';

interface Sum {
  lines: number;
  amount: number;
}

interface Column {
  name: string;
  says: OtherColumn;
  answers: ReadonlyMap<string, Side>;
  /** What the counted lines with each value add up to; those that say that money left are few. */
  sums: Map<string, Sum>;
  hasMany: boolean;
  /** The last cell with its sum: most columns of a wide table hardly change. */
  last: { cell: string; sum: Sum | null };
}

/**
 * Watches the columns that a mapping does not use: what they say of a line that counts must not
 * contradict it. A refund in a column `Type` that nobody reads would be counted as received.
 */
export class OtherColumns {
  readonly #columns = new Map<number, Column>();
  readonly #isSplit: boolean;

  constructor(
    names: readonly string[],
    {
      used,
      isSplit,
      sides,
    }: { used: ReadonlySet<string | null>; isSplit: boolean } & Pick<StatementMapping, 'sides'>,
  ) {
    this.#isSplit = isSplit;
    for (const [at, name] of names.entries()) {
      const own = sides.filter(({ column }) => column === name);
      const says = otherColumn(name);
      if (used.has(name) || name.length > MAX_HEADING) continue;
      if (says === 'nothing' && own.length === 0) continue;
      const answers = new Map(own.map(({ text, meaning }) => [text, meaning]));
      this.#columns.set(at, {
        name,
        says,
        answers,
        sums: new Map(),
        hasMany: false,
        last: NOTHING,
      });
    }
  }

  /** Returns what the administrator said of the values of a line; `came` for most lines. */
  sideOf(cells: readonly string[]): Side {
    let side: Side = 'came';
    for (const [at, column] of this.#columns) {
      if (column.answers.size === 0) continue;
      const answer = column.answers.get(valueIn(column, cells[at]) ?? '');
      if (answer === 'failed') return answer;
      if (answer === 'left') side = answer;
    }
    return side;
  }

  /** Adds a line that would count as received, with its amount in francs. */
  add(cells: readonly string[], amount: number): void {
    for (const [at, column] of this.#columns) {
      const cell = cells[at] ?? '';
      if (cell !== column.last.cell) column.last = { cell, sum: sumOf(column, cell) };
      const { sum } = column.last;
      if (sum === null) continue;
      sum.lines += 1;
      sum.amount += amount;
    }
  }

  /** Returns what has been or has to be decided, with a proposal. */
  get sides(): StatementReading['sides'] {
    return [...this.#columns.values()].flatMap((column) => {
      const signs = column.hasMany ? null : sidesOfSigns([...column.sums.keys()]);
      return [...column.sums].flatMap(([text, sum]) => {
        const answer = column.answers.get(text);
        const proposed = signs?.get(text) ?? this.#proposalFor(column, text);
        const meaning = answer ?? proposed;
        if (meaning === null || (answer === undefined && signs?.get(text) === 'came')) return [];
        return [{ column: column.name, text, ...sum, meaning, isDecided: answer !== undefined }];
      });
    });
  }

  /** Returns null for a value that contradicts nothing. */
  #proposalFor({ says, sums, hasMany }: Column, text: string): Side | null {
    if (says === 'problem') return 'failed';
    if (says === 'paid') return sideOf(text) === 'failed' || saysNothing(text) ? 'failed' : null;
    const side = leavingKind(text) === null ? sideOf(text) : 'left';
    const isTransfer = /transf/i.test(text);
    if (certaintyOf(text) !== 'unknown' && !isTransfer) return null;
    if (side === 'failed') return hasMany ? null : side;
    // What was sent has a column of its own; and operators call what we receive a payer's debit.
    if (this.#isSplit || (sums.size === 1 && isPayersDebit(text))) return null;
    if (side === 'left') return hasMany && leavingKind(text) === null ? null : side;
    // A kind that nobody knows, beside others, is for the administrator to judge.
    const isRepeated = [...sums.values()].some(({ lines }) => lines > 1);
    const areKinds = says === 'kind' && !hasMany && sums.size > 1 && isRepeated;
    return areKinds && side === null ? 'came' : null;
  }
}

const NOTHING = { cell: '', sum: null };

/** @returns null for a value that is not watched */
function sumOf(column: Column, cell: string): Sum | null {
  const text = valueIn(column, cell);
  if (text === null) return null;
  const existing = column.sums.get(text);
  if (existing) return existing;
  const isFurther = column.sums.size >= MAX_KINDS;
  column.hasMany ||= isFurther;
  if (isFurther && leavingKind(text) === null && !column.answers.has(text)) return null;
  const sum = { lines: 0, amount: 0 };
  column.sums.set(text, sum);
  return sum;
}

/** @returns null for a value that says nothing */
function valueIn({ says }: Column, cell = ''): string | null {
  if (says === 'problem') return saysNothing(cell) ? null : ANY_VALUE;
  if (cell === '') return null;
  // Half of a sign of two units cannot be sent back.
  return leavingKind(cell) ?? cell.slice(0, MAX_TEXT).replace(/[\uD800-\uDBFF]$/, '');
}
