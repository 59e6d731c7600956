import type { StatementMapping } from '#shared/contracts/books';

/** A mapping of the columns `Id`, `Date` and `Amount`, with other columns as a test needs them. */
export const statementMapping = (changes: Partial<StatementMapping> = {}): StatementMapping => ({
  reference: 'Id',
  payment: null,
  amount: 'Amount',
  credit: null,
  debit: null,
  at: 'Date',
  time: null,
  fee: null,
  status: null,
  sides: [],
  paidWords: [],
  dateOrder: 'ymd',
  decimals: 'auto',
  ...changes,
});
