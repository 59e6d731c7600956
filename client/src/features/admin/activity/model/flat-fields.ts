import type { Currency, Money } from '#shared/domain/pricing';

/** A changed field. A side that does not have the field at all is `undefined`. */
export interface FieldChange {
  path: readonly string[];
  before: FieldValue | undefined;
  after: FieldValue | undefined;
}

/** Returns the fields that differ, in the order in which they were recorded. */
export function fieldChanges(before: readonly Field[], after: readonly Field[]): FieldChange[] {
  const changes = new Map<string, FieldChange>();
  for (const { path, value } of before) {
    changes.set(keyOf(path), { path, before: value, after: undefined });
  }
  for (const { path, value } of after) {
    const key = keyOf(path);
    changes.set(key, { path, before: changes.get(key)?.before, after: value });
  }
  return [...changes.values()].filter((change) => !isSame(change.before, change.after));
}

/** A blank field that only one side has is no change. */
const isSame = (before: FieldChange['before'], after: FieldChange['after']): boolean =>
  JSON.stringify(before ?? null) === JSON.stringify(after ?? null);

/**
 * Sorts fields in the order of the texts, because the database does not preserve their order;
 * fields without a name come last.
 */
export function inOrder(
  changes: readonly FieldChange[],
  names: Readonly<Record<string, string>>,
): FieldChange[] {
  const order = Object.keys(names);
  const rankOf = (key: string | undefined) => {
    const rank = order.indexOf(key ?? '');
    return rank === -1 ? order.length : rank;
  };
  return [...changes].sort(({ path: one }, { path: other }) => {
    const at = one.findIndex((key, index) => key !== other[index]);
    return at === -1 ? one.length - other.length : rankOf(one[at]) - rankOf(other[at]);
  });
}

export const keyOf = (path: readonly string[]): string => JSON.stringify(path);

/** The value of a field; null when it is blank. */
export type FieldValue = string | number | boolean | Money | null;

export interface Field {
  /** The keys that lead to the field, outermost first. */
  path: readonly string[];
  value: FieldValue;
}

export type JsonObject = Readonly<Record<string, unknown>>;

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isScalar = (value: unknown): value is string | number | boolean | null =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value);

const CURRENCIES: readonly Currency[] = ['XAF', 'USD'];

/**
 * Returns every field of a recorded value at any depth. A list of plain values is one field, as are
 * an amount and its currency; elements of other lists are numbered from 1.
 */
export function flatFields(recorded: unknown, path: readonly string[] = []): Field[] {
  if (recorded === undefined) return [];
  if (isScalar(recorded)) return [{ path, value: recorded }];
  if (Array.isArray(recorded)) {
    if (recorded.every(isScalar)) return [{ path, value: recorded.join(', ') || null }];
    return recorded.flatMap((item, index) => flatFields(item, [...path, String(index + 1)]));
  }
  if (!isJsonObject(recorded)) return [];
  const money = moneyIn(recorded);
  return Object.entries(recorded).flatMap(([key, value]) => {
    if (money && key === 'currency') return [];
    return money && key === 'amount'
      ? [{ path: [...path, key], value: money }]
      : flatFields(value, [...path, key]);
  });
}

function moneyIn({ amount, currency: code }: JsonObject): Money | null {
  const currency = CURRENCIES.find((known) => known === code);
  return currency && typeof amount === 'number' ? { amountMinor: amount, currency } : null;
}
