import type { Currency, Money } from '#shared/domain/pricing';

/** What stands in a field: null where it is blank. */
export type FieldValue = string | number | boolean | Money | null;

export interface Field {
  /** The keys that lead to it, from the outermost. */
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
 * Every field of whatever was recorded, however deep: a list of plain values is one field, an
 * amount and its currency are one, and lists of anything else are counted from 1.
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
  const currency = CURRENCIES.find((one) => one === code);
  return currency && typeof amount === 'number' ? { amountMinor: amount, currency } : null;
}
