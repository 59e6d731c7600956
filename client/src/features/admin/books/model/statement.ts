import type { StatementMapping, StatementPreview, StatementProblem } from '#shared/contracts/books';

type Chosen = StatementPreview['mapping'];

/** @returns null while a column that is needed is not chosen */
export function wholeMapping({ amount, at, ...rest }: Chosen): StatementMapping | null {
  return amount === null || at === null ? null : { ...rest, amount, at };
}

/** What is wrong at one field, the first of it. */
export const problemAt = (
  problems: readonly StatementProblem[],
  field: StatementProblem['field'],
): StatementProblem | null => problems.find((one) => one.field === field) ?? null;
