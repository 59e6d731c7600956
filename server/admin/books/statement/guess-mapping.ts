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
import { MomentReader } from './moments';
import { saysPaid, sideOf, statementMeaning } from './statement-words';

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
  dateOrder: statementMapping.shape.dateOrder.nullish().catch(null),
});

/** Of two columns of amounts, the wrong one would be a wrong sum. */
const MONEY: readonly StatementColumn[] = ['amount', 'credit', 'debit', 'fee'];

export interface GuessedMapping {
  /** Without the words for money received, which the whole file has to be read for. */
  mapping: StatementPreview['mapping'];
  remembered: StatementColumn[];
  /** True for a value of the status column that was chosen last, or says that it was paid. */
  isPaid: (status: string) => boolean;
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
  const guessed = assignColumns(columns, rows, statementMeaning, MONEY);
  const chosen = new Map<StatementColumn, string>();
  const remembered: StatementColumn[] = [];
  for (const field of STATEMENT_COLUMNS) {
    const name = last[field];
    const isUsed = name != null && columns.includes(name) && hasValues(name);
    const column = isUsed ? name : columns[guessed.indexOf(field)];
    if (isUsed) remembered.push(field);
    if (column !== undefined) chosen.set(field, column);
  }
  // The same column cannot have two meanings: what is remembered comes first.
  for (const [field, column] of chosen) {
    const other = [...chosen].find(([one, name]) => one !== field && name === column)?.[0];
    if (other && !remembered.includes(field)) chosen.delete(field);
  }
  const isSplit = chosen.has('credit') && chosen.has('debit');
  if (isSplit && !remembered.includes('amount')) chosen.delete('amount');
  if (chosen.has('amount')) {
    chosen.delete('credit');
    chosen.delete('debit');
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
      sides: sidesAmong(chosen),
      paidWords: [],
      dateOrder: orderOf(moments, last.dateOrder, timezone),
      decimals: 'auto',
    },
    remembered: remembered.filter((field) => chosen.get(field) === last[field]),
    isPaid: (status) => lastKeys.has(nameKey(status)) || saysPaid(status),
  };

  function cellsOf(name: string | null): string[] {
    const at = name === null ? -1 : columns.indexOf(name);
    return at < 0 ? [] : rows.map((cells) => cells[at] ?? '').filter((cell) => cell !== '');
  }

  /**
   * A column that says debit and credit may mean our account or the payer's: MTN's says debit of
   * what we received. So it is never guessed, but asked for.
   */
  function sidesAmong(chosen: ReadonlyMap<StatementColumn, string>) {
    if (!chosen.has('amount')) return null;
    const used = new Set(chosen.values());
    const column = columns.find((name) => {
      const sides = used.has(name) ? [] : cellsOf(name).map(sideOf);
      return sides.includes('debit') && sides.includes('credit') && !sides.includes(null);
    });
    return column === undefined ? null : { column, meaning: 'ask' as const };
  }

  function hasValues(name: string): boolean {
    return rows.length === 0 || cellsOf(name).length > 0;
  }
}

/** A column of days that has hours already needs no other one. */
const needsTime = (moments: readonly string[]): boolean =>
  !moments.some((text) => /\d\s*[:hH]\s*\d\d/.test(text.replace(/[T ]0{1,2}:00(:00)?$/, '')));

const ORDERS = ['dmy', 'ymd', 'mdy'] as const;

/** The order in which most days are real ones; the one used last, else that of our region. */
function orderOf(
  moments: readonly string[],
  last: StatementMapping['dateOrder'] | null | undefined,
  timezone: string,
): StatementMapping['dateOrder'] {
  const orders = last == null ? ORDERS : [last, ...ORDERS];
  const counts = orders.map((order) => {
    const reader = new MomentReader(order, timezone);
    return moments.filter((text) => reader.read(text) !== null).length;
  });
  return orders[counts.indexOf(Math.max(...counts))] ?? 'dmy';
}
