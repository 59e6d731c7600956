import { beforeEach, expect, test, vi } from 'vitest';
import { hasOpenPayment } from '../../model/open-payment-keys';
import type { OpenPayment } from '../../model/open-payments';
import { openPayments, removeOpenPayment } from '../../model/open-payments';
import { forgetPayment, storedPayment, storePayment } from './pending-payment';

const ID = '401cfa95-3463-4d38-b87f-c9cf98f77713';
const NEWER_ID = 'ef728531-f16b-40b1-8392-7c09cfb5aa8b';
const aPayment = (paymentId: string, method: OpenPayment['method'] = 'mobile-money') => ({
  paymentId,
  method,
});
const items = new Map<string, string>();

beforeEach(() => {
  items.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => items.set(key, value),
    removeItem: (key: string) => items.delete(key),
  });
});

test.each(['mobile-money', 'card'] as const)(
  'a payment is found again after a reload (%s)',
  (method) => {
    storePayment(aPayment(ID, method));
    expect(items.get('pendingPaymentId')).toBe(ID);
    expect(storedPayment()).toEqual(aPayment(ID, method));
    forgetPayment(ID);
    expect(storedPayment()).toBeNull();
    // No page waits for it any more, and it may still be paid.
    expect(openPayments()).toMatchObject([aPayment(ID, method)]);
    expect(hasOpenPayment()).toBe(true);
    removeOpenPayment(ID);
    expect(items.size).toBe(0);
    expect(hasOpenPayment()).toBe(false);
  },
);

test('an earlier card payment does not affect the next payment', () => {
  storePayment(aPayment(ID, 'card'));
  storePayment(aPayment(NEWER_ID));
  expect(storedPayment()).toEqual(aPayment(NEWER_ID));
});

test('a tab that finishes its payment does not remove the newer one of another tab', () => {
  storePayment(aPayment(NEWER_ID, 'card'));
  forgetPayment(ID);
  expect(storedPayment()).toEqual(aPayment(NEWER_ID, 'card'));
});

test.each(['', 'null', '../../admin', '{"id":1}', 'x'.repeat(100_000)])(
  'invalid data in storage is no payment (%#)',
  (nonsense) => {
    items.set('pendingPaymentId', nonsense);
    expect(storedPayment()).toBeNull();
  },
);
