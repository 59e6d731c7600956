import type { StatementEntry } from '#server/payments/index';
import {
  isShortened,
  isTotal,
  type PassedRows,
  type TableRow,
} from '#server/platform/tables/index';
import {
  MAX_STATUS_WORDS,
  STATEMENT_COLUMNS,
  type StatementColumn,
  type StatementMapping,
  type StatementProblem,
  type StatementReading,
} from '#shared/contracts/books';
import { nameKey } from '#shared/domain/name-key';
import { AmountReadings, amountIn, isNoAmount } from './amounts';
import { MomentReader, SwappedDates, zoneInHeading } from './moments';
import { OtherColumns } from './other-columns';
import { sideOf } from './side-words';
import { type Certainty, isAboutCurrency, isFrancs, namesTotal } from './statement-words';

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
 * Makes headings unique, for choosing columns: the second `Amount` of a file is its `Amount (2)`,
 * a fourth column without a heading is `#4`.
 */
export function withUniqueNames(headings: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return headings.map((heading, at) => {
    if (heading === '') return `#${at + 1}`;
    const count = (seen.get(heading) ?? 0) + 1;
    seen.set(heading, count);
    return count === 1 ? heading : `${heading} (${count})`;
  });
}

/** Lines and their money in francs, by the value of the status column. */
export interface StatusWord {
  word: string;
  lines: number;
  amount: number;
  isPaid: boolean;
}

export interface Statement {
  /** The movements that count; not to be trusted while there are problems. */
  entries: StatementEntry[];
  words: StatusWord[];
  /** What columns that the mapping does not use say against it. */
  sides: StatementReading['sides'];
  /** An amount that can be read in two ways. */
  twoReadings: { text: string; mark: '.' | ',' } | null;
  lines: number;
  problems: StatementProblems;
}

/**
 * Parses the movements of a statement, with all of its problems.
 * @throws AppError 413 for too many rows
 */
export async function readStatement(
  { headings, rows, passedOver }: StatementRows,
  options: ReadingOptions,
): Promise<Statement> {
  const reader = new LineReader(headings, passedOver, options);
  for await (const row of rows) reader.read(row);
  return reader.finish();
}

interface StatementRows {
  headings: readonly string[];
  rows: AsyncIterable<TableRow>;
  passedOver: PassedRows;
}

interface ReadingOptions {
  mapping: StatementMapping;
  timezone: string;
  /**
   * What the values of the status column say, before any is chosen: those that perhaps mean "paid"
   * count if no other one certainly does. Otherwise, those of the mapping count.
   */
  certaintyOf?: ((status: string) => Certainty) | undefined;
}

interface Movement {
  /** In francs; null if it cannot be read. */
  amount: number | null | 'none';
  at: Date | null;
}

class LineReader {
  readonly #mapping: StatementMapping;
  readonly #passedOver: PassedRows;
  readonly #problems = new StatementProblems();
  readonly #moments: MomentReader;
  readonly #readings = new AmountReadings();
  readonly #fees = new AmountReadings();
  readonly #columns: Partial<Record<StatementColumn, number>> = {};
  readonly #certaintyOf: (status: string) => Certainty;
  readonly #words = new Map<string, StatusWord & { certainty: Certainty }>();
  readonly #seen = new Set<string>();
  readonly #entries: { entry: StatementEntry; word: StatusWord }[] = [];
  readonly #others: OtherColumns;
  readonly #currency: number;
  readonly #balances: readonly number[];
  readonly #swapped = new SwappedDates();
  /** The last title between lines that says that they are no payments received. */
  #section: number | null = null;
  readonly #headings: number;
  /** Lines with more cells than headings, of which the further ones are empty. */
  readonly #longer: number[] = [];
  #hasSameLength = false;
  readonly #isComplete: boolean;
  #lines = 0;

  constructor(
    headings: readonly string[],
    passedOver: PassedRows,
    { mapping, timezone, certaintyOf }: ReadingOptions,
  ) {
    this.#mapping = mapping;
    this.#passedOver = passedOver;
    this.#moments = new MomentReader(mapping.dateOrder, headingZone(mapping) ?? timezone);
    const paidKeys = new Set(mapping.paidWords.map(nameKey));
    this.#certaintyOf =
      certaintyOf ?? ((status) => (paidKeys.has(nameKey(status)) ? 'paid' : 'unknown'));
    const names = withUniqueNames(headings);
    this.#headings = headings.length;
    this.#balances = indexesOf(names, isAboutBalance);
    const used = STATEMENT_COLUMNS.map((field) => mapping[field]);
    const isSplit = mapping.credit !== null || mapping.debit !== null;
    this.#others = new OtherColumns(names, {
      used: new Set(used),
      isSplit: mapping.debit !== null,
      sides: mapping.sides,
    });
    for (const field of STATEMENT_COLUMNS) {
      const heading = mapping[field];
      if (heading === null) continue;
      const at = names.indexOf(heading);
      if (at >= 0) this.#columns[field] = at;
      else this.#problems.add(field, 'no-column');
    }
    const { reference, payment, amount, credit } = mapping;
    if (reference === null && payment === null) this.#problems.add('reference', 'no-reference');
    if ((amount !== null) === (credit !== null) || (amount !== null && isSplit)) {
      this.#problems.add('amount', 'no-amount');
    }
    this.#currency = currencyColumn(names, this.#columns.amount ?? this.#columns.credit ?? -1);
    this.#isComplete = this.#problems.all.length === 0;
  }

  read(line: TableRow): void {
    const { row, cells, isBroken } = line;
    const cell = (field: StatementColumn): string => {
      const at = this.#columns[field];
      return at === undefined ? '' : (cells[at] ?? '');
    };
    if (isBroken) {
      this.#problems.add('file', 'broken-quotes', row);
      return;
    }
    const at = this.#moments.read(cell('at'), cell('time'));
    if (this.#isNoMovement(line, cell, at)) return;
    // A line that was quoted as a whole.
    if (cells.filter((text) => text !== '').length === 1) {
      this.#problems.add('file', 'broken-quotes', row);
      return;
    }
    this.#lines += 1;
    // Thousands behind a comma that also separates the columns.
    if ((cells[this.#headings] ?? '') !== '') {
      this.#problems.add('file', 'extra-cell', row);
      return;
    }
    if (cells.length > this.#headings) this.#longer.push(row);
    else this.#hasSameLength = true;
    const written = this.#amountOf(row, cell);
    const word = this.#wordOf(cell('status'));
    const isReceived = typeof written === 'number' && written > 0;
    const side = word.isPaid ? this.#others.sideOf(cells) : 'came';
    if (word.isPaid && isReceived) this.#others.add(cells, written);
    if (side === 'failed') {
      this.#passedOver.add(line, 'not-received');
      return;
    }
    const amount = isReceived && side === 'left' ? -written : written;
    word.lines += 1;
    word.amount += typeof amount === 'number' ? amount : 0;
    if (!word.isPaid) return;
    // Without its columns, every line would have the same problem.
    if (!this.#isComplete) return;
    for (const column of this.#balances) this.#readings.addContext(cells[column] ?? '');
    if (this.#section !== null && this.#mapping.status === null && isReceived) {
      this.#problems.add('file', 'section', this.#section);
      this.#section = null;
    }
    // A line of a debit and credit statement without a movement, such as an opening balance.
    if (amount === 'none' && this.#mapping.amount === null) {
      this.#passedOver.add(line, 'no-amount');
      return;
    }
    const [reference, payment] = [cell('reference'), cell('payment')];
    this.#checkName(row, { reference, payment, amount, at });
    if (typeof amount !== 'number') this.#problems.add(this.#amountField, 'not-an-amount', row);
    if (at === null) this.#problems.add('at', 'not-a-date', row);
    const fee = isNoAmount(cell('fee')) ? null : amountIn(cell('fee'), this.#mapping.decimals);
    this.#fees.add(cell('fee'));
    const isFee =
      fee === null ? isNoAmount(cell('fee')) : Math.abs(fee) <= Math.abs(Number(amount));
    if (!isFee && typeof amount === 'number') {
      this.#problems.add('fee', fee === null ? 'not-an-amount' : 'larger-than-amount', row);
    }
    if (typeof amount !== 'number' || at === null) return;
    this.#swapped.add(cell('at'));
    const entry: StatementEntry = {
      kind: amount < 0 ? 'returned' : 'paid',
      providerRef: reference || null,
      paymentId: payment || null,
      money: { amountMinor: Math.abs(amount), currency: 'XAF' },
      fee:
        fee === null
          ? null
          : { currency: 'XAF', fee: Math.abs(fee), net: Math.abs(amount) - Math.abs(fee) },
      at,
    };
    this.#entries.push({ entry, word });
  }

  /** Passes over totals, notes and what is no money received in francs. */
  #isNoMovement(line: TableRow, cell: (field: StatementColumn) => string, at: Date | null) {
    const { row, cells } = line;
    // Totals and balances have no reference of their own, and may have a date.
    const names = [cell('reference'), cell('payment')].filter((name) => name !== '');
    const first = cells.find((text) => text !== '') ?? '';
    const isDated = at !== null || (cell('at') !== '' && !isTotal([cell('at')]));
    const isTotalName = (name: string) => namesTotal(name, isDated);
    const isAddedUp = names.every(isTotalName) && [first, ...names].some(isTotalName);
    if (isAddedUp || (at === null && isNote(cells))) {
      this.#passedOver.add(line, 'total');
      const says = sideOf(first);
      if (!isAddedUp && (says === 'failed' || says === 'left')) this.#section = row;
      return true;
    }
    if (this.#currency >= 0 && !isFrancs(cells[this.#currency] ?? '')) {
      this.#passedOver.add(line, 'other-currency');
      return true;
    }
    return false;
  }

  get #amountField(): 'amount' | 'credit' {
    return this.#mapping.amount === null ? 'credit' : 'amount';
  }

  /** @returns null for a cell that is no amount, `none` for a blank one */
  #amountOf(row: number, cell: (field: StatementColumn) => string): number | null | 'none' {
    if (this.#mapping.amount !== null) return this.#francsIn(cell('amount'));
    const [credit, debit] = [this.#francsIn(cell('credit')), this.#francsIn(cell('debit'))];
    if (credit === null || debit === null) return null;
    const isCredit = credit !== 'none' && credit !== 0;
    const isDebit = debit !== 'none' && debit !== 0;
    if (isCredit && isDebit) {
      this.#problems.add('debit', 'two-amounts', row);
      return null;
    }
    // Statements write what left the account with or without a minus.
    if (isDebit) return -Math.abs(debit);
    return isCredit ? credit : 'none';
  }

  #francsIn(text: string): number | null | 'none' {
    if (isNoAmount(text)) return 'none';
    this.#readings.add(text);
    const amount = amountIn(text, this.#mapping.decimals);
    // Francs have no parts: an amount with some uses another decimal mark.
    return amount !== null && Number.isInteger(amount) ? amount : null;
  }

  /** Counts by the first spelling. */
  #wordOf(text: string): StatusWord & { certainty: Certainty } {
    const key = nameKey(text);
    const existing = this.#words.get(key);
    if (existing) return existing;
    const certainty = this.#mapping.status === null ? 'paid' : this.#certaintyOf(text);
    const word = { word: text, lines: 0, amount: 0, isPaid: certainty !== 'unknown', certainty };
    // The file is refused in any case, and must not fill the memory.
    if (this.#words.size <= MAX_WORDS) this.#words.set(key, word);
    return word;
  }

  /** Reports duplicates, which would be counted twice; a refund may have its payment's reference. */
  #checkName(
    row: number,
    { reference, payment, amount, at }: { reference: string; payment: string } & Movement,
  ): void {
    const field = this.#mapping.reference === null ? 'payment' : 'reference';
    const name = field === 'payment' ? payment : reference;
    if (name === '') {
      this.#problems.add(field, 'empty', row);
      return;
    }
    // The payment's id identifies the line, if there is one.
    if (isShortened(name)) {
      if (payment === '' || field === 'payment') this.#problems.add(field, 'shortened', row);
      return;
    }
    // A payment may be refunded in parts, and a fee or tax may have its reference.
    const isReceived = typeof amount !== 'number' || amount >= 0;
    const key = isReceived ? name : `${name} ${amount} ${at?.getTime()}`;
    if (this.#seen.has(key)) this.#problems.add(field, 'doubled', row);
    this.#seen.add(key);
  }

  finish(): Statement {
    const { status, decimals } = this.#mapping;
    const words = [...this.#words.values()];
    const isCertain = words.some(({ certainty }) => certainty === 'paid');
    for (const word of words) {
      if (isCertain && word.certainty === 'perhaps') word.isPaid = false;
    }
    if (status !== null && words.length > MAX_WORDS) this.#problems.add('status', 'not-a-status');
    // Fees have parts, so that one with three digits after a mark is never clear.
    const unclear = this.#readings.unclear ?? this.#fees.firstUnclear;
    if (unclear && decimals === 'auto') {
      this.#problems.add(this.#readings.unclear ? this.#amountField : 'fee', 'two-readings');
    }
    // Not where every line ends with a separator.
    if (this.#hasSameLength) {
      for (const row of this.#longer) this.#problems.add('file', 'extra-cell', row);
    }
    const { sides } = this.#others;
    if (sides.some(({ isDecided }) => !isDecided)) this.#problems.add('sides', 'two-sides');
    if (this.#swapped.areLikely) this.#problems.add('at', 'swapped');
    // If there are other problems, the value may still be correct.
    const isFullyRead = this.#lines > 0 && this.#problems.all.length === 0;
    const isFound = words.some(({ isPaid }) => isPaid);
    if (status !== null && isFullyRead && !isFound) this.#problems.add('paidWords', 'no-word');
    return {
      entries: this.#entries.flatMap(({ entry, word }) => (word.isPaid ? [entry] : [])),
      words: words
        .slice(0, MAX_WORDS)
        .map(({ word, lines, amount, isPaid }) => ({ word, lines, amount, isPaid })),
      sides,
      twoReadings: unclear,
      lines: this.#lines,
      problems: this.#problems,
    };
  }
}

/** Of several columns of currencies, the one behind the amount is that of the amount. */
function currencyColumn(names: readonly string[], amount: number): number {
  const [first = -1, second] = indexesOf(names, isAboutCurrency);
  if (second === undefined) return first;
  return isAboutCurrency(names[amount + 1] ?? '') ? amount + 1 : -1;
}

/** The zone that the heading of the days or of the hours names. */
const headingZone = ({ at, time }: StatementMapping): string | null =>
  zoneInHeading(at) ?? (time === null ? null : zoneInHeading(time));

const indexesOf = (names: readonly string[], isWanted: (name: string) => boolean): number[] =>
  names.flatMap((name, at) => (isWanted(name) ? [at] : []));

const isAboutBalance = (heading: string): boolean => /(balance|solde)/i.test(heading);

/** Most values of a status column, as in the contract. */
const MAX_WORDS = MAX_STATUS_WORDS;

/**
 * A remark below the table fills one cell. One with a separator may be a line that was quoted as a
 * whole, and a figure an amount that belongs to a line.
 */
function isNote(cells: readonly string[]): boolean {
  const [text, ...others] = cells.filter((cell) => cell !== '');
  return (
    text !== undefined &&
    others.length === 0 &&
    /^\p{L}/u.test(text) &&
    text.split(/[,;\t|]/).length < LEAST_CELLS
  );
}

/** Fewer cells are no line of a statement. */
const LEAST_CELLS = 4;
