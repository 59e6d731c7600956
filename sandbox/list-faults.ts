/** How a provider's list differs from its books, by its reference of the payment. */
export interface ListFaults {
  missing: readonly string[];
  doubled: readonly string[];
  /** Dated so much later than it happened, in ms. */
  late: Readonly<Record<string, number>>;
  wrongAmounts: Readonly<Record<string, number>>;
}

export const NO_LIST_FAULTS: ListFaults = { missing: [], doubled: [], late: {}, wrongAmounts: {} };

interface Entry<Listed> {
  referenceOf: (listed: Listed) => string;
  changed: (listed: Listed, change: { laterMs: number; amount: number | null }) => Listed;
}

export function withListFaults<Listed>(
  all: readonly Listed[],
  { missing, doubled, late, wrongAmounts }: ListFaults,
  { referenceOf, changed }: Entry<Listed>,
): Listed[] {
  return all.flatMap((one) => {
    const reference = referenceOf(one);
    if (missing.includes(reference)) return [];
    const laterMs = late[reference] ?? 0;
    const listed = changed(one, { laterMs, amount: wrongAmounts[reference] ?? null });
    return doubled.includes(reference) ? [listed, listed] : [listed];
  });
}
