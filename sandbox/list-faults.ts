/** Deviations of a provider's list from its records, by the provider's reference of the payment. */
export interface ListFaults {
  missing: readonly string[];
  doubled: readonly string[];
  /** Delay in ms by which an entry is dated later. */
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
  return all.flatMap((entry) => {
    const reference = referenceOf(entry);
    if (missing.includes(reference)) return [];
    const laterMs = late[reference] ?? 0;
    const listed = changed(entry, { laterMs, amount: wrongAmounts[reference] ?? null });
    return doubled.includes(reference) ? [listed, listed] : [listed];
  });
}
