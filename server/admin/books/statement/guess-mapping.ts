import { z } from 'zod';
import { assignColumns } from '#server/platform/tables/index';
import {
  STATEMENT_COLUMNS,
  type StatementColumn,
  type StatementMapping,
  type StatementPreview,
  statementMapping,
} from '#shared/contracts/books';
import { nameKey } from '#shared/domain/name-key';
import { MomentReader, withoutMidnight } from './moments';
import { sideOf } from './side-words';
import { statementMeaning } from './statement-headings';
import { type Certainty, certaintyOf, isStatusBy } from './statement-words';

const usedColumn = z.string().nullish().catch(null);
/** Columns and words that were used last for a provider, by this or an earlier release. */
const usedMapping = z.object({
  payment: usedColumn,
  reference: usedColumn,
  amount: usedColumn,
  credit: usedColumn,
  debit: usedColumn,
  at: usedColumn,
  time: usedColumn,
  fee: usedColumn,
  status: usedColumn,
  paidWords: z.array(z.string()).catch([]),
  sides: statementMapping.shape.sides.catch([]),
  headings: z.array(z.string()).catch([]),
  dateOrder: statementMapping.shape.dateOrder.nullish().catch(null),
});

/** Of two columns, the wrong one would be a wrong sum. */
const UNCLEAR: readonly StatementColumn[] = ['amount', 'credit', 'debit', 'fee', 'status', 'at'];

export interface GuessedMapping {
  /** Without the words for money received, which the whole file has to be read for. */
  mapping: StatementPreview['mapping'];
  remembered: StatementColumn[];
  /** What a value of the status column says; one that was chosen last means "paid". */
  certaintyOf: (status: string) => Certainty;
}

/** Rows at the beginning of a statement, with its columns. */
export interface StatementSample {
  columns: readonly string[];
  rows: readonly (readonly string[])[];
}

/**
 * Proposes the columns of a statement: those used last where this file has them, with values;
 * otherwise those whose headings have a known name.
 * @param stored the last chosen mapping
 */
export function guessMapping(
  { columns, rows }: StatementSample,
  stored: unknown,
  timezone: string,
): GuessedMapping {
  const last = usedMapping.parse(stored ?? {});
  const lastKeys = new Set(last.paidWords.map(nameKey));
  const guessed = assignColumns(columns, rows, statementMeaning, UNCLEAR);
  const fresh = amountsOf(guessed);
  const isSameLayout = columns.every((name) => last.headings.includes(name));
  const chosen = new Map<StatementColumn, string>();
  const remembered: StatementColumn[] = [];
  for (const field of STATEMENT_COLUMNS) {
    const name = last[field];
    const isUsed =
      name != null && columns.includes(name) && hasValues(name) && stillFits(field, name);
    const column = isUsed ? name : fresh.get(field);
    if (isUsed) remembered.push(field);
    if (column !== undefined) chosen.set(field, column);
  }
  // The same column cannot have two meanings: what is remembered comes first.
  for (const [field, column] of chosen) {
    const other = [...chosen].find(([one, name]) => one !== field && name === column)?.[0];
    if (other && !remembered.includes(field)) chosen.delete(field);
  }
  if (remembered.includes('amount') || (chosen.has('amount') && !chosen.has('credit'))) {
    chosen.delete('credit');
    chosen.delete('debit');
  } else if (chosen.has('credit')) chosen.delete('amount');
  if (!chosen.has('status')) {
    const status = columns.find((name) => !isTaken(name) && isStatusBy(name, kindsOf(name)));
    if (status !== undefined) chosen.set('status', status);
  }
  // `Transaction time` is the moment itself where no other column has one.
  const time = chosen.get('time');
  if (!chosen.has('at') && time !== undefined) {
    chosen.set('at', time);
    chosen.delete('time');
  }
  const column = (field: StatementColumn) => chosen.get(field) ?? null;
  const moments = cellsOf(column('at'));
  return {
    mapping: {
      reference: column('reference'),
      payment: column('payment'),
      amount: column('amount'),
      credit: column('credit'),
      debit: column('debit'),
      at: column('at'),
      time: needsTime(moments) ? column('time') : null,
      fee: column('fee'),
      status: column('status'),
      sides: last.sides.filter((one) => columns.includes(one.column) && !isTaken(one.column)),
      paidWords: [],
      dateOrder: orderOf(moments, last.dateOrder, timezone),
      decimals: 'auto',
    },
    remembered: remembered.filter((field) => chosen.get(field) === last[field]),
    certaintyOf: (status) =>
      lastKeys.has(nameKey(status)) && sideOf(status) !== 'failed' ? 'paid' : certaintyOf(status),
  };

  /**
   * An amount beside those received and sent is chosen if it is the same; if it differs, none is,
   * because both may be the right one.
   */
  function amountsOf(fields: readonly (StatementColumn | null)[]): Map<StatementColumn, string> {
    const found = new Map<StatementColumn, string>();
    for (const [at, field] of fields.entries()) if (field) found.set(field, columns[at] ?? '');
    const [amount, credit] = [found.get('amount'), found.get('credit')];
    if (amount === undefined || credit === undefined) return found;
    const debit = found.get('debit') ?? null;
    const isSame = rows.every((cells) => {
      const [whole, received, sent] = [amount, credit, debit].map((name) => cellIn(cells, name));
      return whole === '' || whole === received || whole === sent;
    });
    if (debit !== null && isSame) found.delete('amount');
    else found.delete('credit');
    if (!isSame) for (const field of ['amount', 'debit'] as const) found.delete(field);
    return found;
  }

  /** A file with other columns than last time may say the money or the status elsewhere. */
  function stillFits(field: StatementColumn, name: string): boolean {
    if (isSameLayout || !UNCLEAR.includes(field)) return true;
    const isOther = (one: StatementColumn) => fresh.has(one) && fresh.get(one) !== name;
    return field === 'amount' ? !isOther('amount') && !isOther('credit') : !isOther(field);
  }

  function cellIn(cells: readonly string[], name: string | null): string {
    return name === null ? '' : (cells[columns.indexOf(name)] ?? '');
  }

  function isTaken(name: string): boolean {
    return [...chosen.values()].includes(name);
  }

  function kindsOf(name: string): string[] {
    return [...new Set(rows.map((cells) => cellIn(cells, name)))];
  }

  function cellsOf(name: string | null): string[] {
    const at = name === null ? -1 : columns.indexOf(name);
    return at < 0 ? [] : rows.map((cells) => cells[at] ?? '').filter((cell) => cell !== '');
  }

  function hasValues(name: string): boolean {
    return rows.length === 0 || cellsOf(name).length > 0;
  }
}

/** A column of days that has hours already needs no other one. */
const needsTime = (moments: readonly string[]): boolean =>
  !moments.some((text) => /\d\s*[:hH]\s*\d\d/.test(withoutMidnight(text)));

const ORDERS = ['dmy', 'ymd', 'mdy'] as const;

/**
 * The order in which most days are real ones. Of several, the one whose days are not in the future,
 * lie closest together and closest to today; then the one used last, else that of our region.
 */
function orderOf(
  moments: readonly string[],
  last: StatementMapping['dateOrder'] | null | undefined,
  timezone: string,
): StatementMapping['dateOrder'] {
  const orders = last == null ? ORDERS : [last, ...ORDERS];
  const now = Date.now();
  const readings = orders.map((order) => {
    const reader = new MomentReader(order, timezone);
    const read = moments.flatMap((text) => reader.read(text)?.getTime() ?? []);
    const [first, latest] = [Math.min(...read), Math.max(...read)];
    return {
      order,
      rank: [
        -read.length,
        latest > now + 2 * DAY_MS ? 1 : 0,
        Math.floor((latest - first) / DAY_MS),
        // The year of a day that can begin or end with it.
        Math.floor(Math.abs(now - latest) / (300 * DAY_MS)),
      ],
    };
  });
  readings.sort((one, other) => {
    const at = one.rank.findIndex((value, index) => value !== other.rank[index]);
    return at < 0 ? 0 : (one.rank[at] ?? 0) - (other.rank[at] ?? 0);
  });
  return readings[0]?.order ?? 'dmy';
}

const DAY_MS = 24 * 60 * 60 * 1_000;
