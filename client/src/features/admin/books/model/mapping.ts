import {
  MAX_SIDES,
  STATEMENT_COLUMNS,
  type StatementColumn,
  type StatementMapping,
  type StatementPreview,
} from '#shared/contracts/books';

/** A mapping that may still lack its column of moments. */
export type DraftMapping = StatementPreview['mapping'];

/** The mapping of a preview, with what is proposed for values that have to be decided. */
export function withProposedSides({ mapping, reading }: StatementPreview): DraftMapping {
  const proposed = (reading?.sides ?? [])
    .filter(({ isDecided }) => !isDecided)
    .map(({ column, text, meaning }) => ({ column, text, meaning }));
  return { ...mapping, sides: [...mapping.sides, ...proposed].slice(0, MAX_SIDES) };
}

/** Gives a column a meaning, or none; another column that had this meaning loses it. */
export function withColumn(
  mapping: DraftMapping,
  name: string,
  field: StatementColumn | null,
): DraftMapping {
  const changed = { ...mapping };
  for (const column of STATEMENT_COLUMNS) if (changed[column] === name) changed[column] = null;
  if (field !== null) changed[field] = name;
  // Amounts are in one column, or received and sent ones in two.
  if (field === 'amount') {
    changed.credit = null;
    changed.debit = null;
  } else if (field === 'credit' || field === 'debit') changed.amount = null;
  if (changed.status !== mapping.status) changed.paidWords = [];
  return changed;
}

/** @returns null until every required column is chosen */
export function completeMappingOf(mapping: DraftMapping): StatementMapping | null {
  const { at, reference, payment, amount, credit } = mapping;
  const hasAmount = amount !== null || credit !== null;
  const hasName = reference !== null || payment !== null;
  return at !== null && hasAmount && hasName ? { ...mapping, at } : null;
}

/** True when both read a statement in the same way. */
export function isSameMapping(a: DraftMapping, b: DraftMapping): boolean {
  const words = ({ paidWords }: DraftMapping) => [...paidWords].sort().join('\n');
  const sides = (mapping: DraftMapping) =>
    mapping.sides
      .map(({ column, text, meaning }) => JSON.stringify([column, text, meaning]))
      .sort()
      .join('\n');
  return (
    STATEMENT_COLUMNS.every((column) => a[column] === b[column]) &&
    a.dateOrder === b.dateOrder &&
    a.decimals === b.decimals &&
    sides(a) === sides(b) &&
    words(a) === words(b)
  );
}
