import { randomInt } from 'node:crypto';
import type { WalletPayment } from './payment';

/** The mobile operator's number: eleven digits at MTN, like `MP260729.1716.C73941` at Orange. */
export function operatorReferenceOf({ operator, createdAt }: WalletPayment): string {
  if (operator === 'MTN') return `1${randomDigits(10)}`;
  const [date, time] = compactDate(createdAt);
  return `MP${date}.${time}.C${randomDigits(5)}`;
}

/** Converts `2026-07-29T17:16…` to `[260729, 1716]`. */
export function compactDate(at: number): [date: string, time: string] {
  const digits = new Date(at).toISOString().replace(/\D/g, '');
  return [digits.slice(2, 8), digits.slice(8, 12)];
}

export function randomDigits(count: number): string {
  return String(randomInt(10 ** count)).padStart(count, '0');
}
