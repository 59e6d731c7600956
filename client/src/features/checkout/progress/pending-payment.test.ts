import { beforeEach, expect, test, vi } from 'vitest';
import { forgetPaymentId, storedPaymentId, storePaymentId } from './pending-payment';

const ID = '401cfa95-3463-4d38-b87f-c9cf98f77713';
const NEWER_ID = 'ef728531-f16b-40b1-8392-7c09cfb5aa8b';
const items = new Map<string, string>();

beforeEach(() => {
  items.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => items.set(key, value),
    removeItem: (key: string) => items.delete(key),
  });
});

test('a payment is found again after a reload', () => {
  storePaymentId(ID);
  expect(storedPaymentId()).toBe(ID);
  forgetPaymentId(ID);
  expect(storedPaymentId()).toBeNull();
});

test('a tab that is done with its payment leaves the newer one of another tab alone', () => {
  storePaymentId(NEWER_ID);
  forgetPaymentId(ID);
  expect(storedPaymentId()).toBe(NEWER_ID);
});

test.each(['', 'null', '../../admin', '{"id":1}', 'x'.repeat(100_000)])(
  'nonsense in storage is no payment (%#)',
  (nonsense) => {
    items.set('pendingPaymentId', nonsense);
    expect(storedPaymentId()).toBeNull();
  },
);
