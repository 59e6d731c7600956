import type { StatementMapping, StatementPreview, StatementProblem } from '#shared/contracts/books';

type Chosen = StatementPreview['mapping'];

/** Most days that the server accepts at once. */
export const STATEMENT_MAX_DAYS = 62;

/** @returns null while a required column is not chosen */
export function wholeMapping({ amount, at, ...rest }: Chosen): StatementMapping | null {
  return amount === null || at === null ? null : { ...rest, amount, at };
}

/** Returns the first problem at a field. */
export const problemAt = (
  problems: readonly StatementProblem[],
  field: StatementProblem['field'],
): StatementProblem | null => problems.find((one) => one.field === field) ?? null;
