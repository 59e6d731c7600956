import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  isRecoverable,
  noteFound,
  onOpenPaymentsChange,
  openPayments,
  rememberedPayment,
  rememberNamed,
  rememberPayment,
  removeOpenPayment,
} from './open-payments';

const idOf = (number: number) => `401cfa95-3463-4d38-b87f-${String(number).padStart(12, '0')}`;
const ID = idOf(1);
const ama = { id: 'ama', name: 'Ama' };
const items = new Map<string, string>();
const MINUTE_MS = 60_000;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  items.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  });
  vi.stubGlobal('window', new EventTarget());
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a payment is stored with its artist until it is settled', () => {
  rememberPayment({ paymentId: ID, method: 'card' }, ama);
  rememberPayment({ paymentId: ID, method: 'card' });
  expect(openPayments()).toEqual([{ paymentId: ID, method: 'card', artist: ama }]);
  removeOpenPayment(ID);
  expect(openPayments()).toEqual([]);
  expect(items.size).toBe(0);
  // A voter who sees the outcome now is led back to where the payment began.
  expect(rememberedPayment(ID)?.artist).toEqual(ama);
});

test('at most eight payments are listed, the newest first', () => {
  for (let number = 1; number <= 10; number++) {
    rememberPayment({ paymentId: idOf(number), method: 'mobile-money' }, ama);
  }
  expect(openPayments().map(({ paymentId }) => paymentId)).toEqual(
    [10, 9, 8, 7, 6, 5, 4, 3].map(idOf),
  );
});

test.each(['', 'null', '{}', '[null]', '[{"paymentId":"../../admin"}]', '[{"paymentId":1}]', 'x'])(
  'invalid data in storage is no payment: %s',
  (nonsense) => {
    items.set('openPayments', nonsense);
    expect(openPayments()).toEqual([]);
  },
);

test('a rejection can only name a payment of this browser', () => {
  rememberNamed({});
  rememberNamed({ paymentId: '../../admin' });
  expect(openPayments()).toEqual([]);
  rememberNamed({ paymentId: idOf(20) });
  expect(openPayments()).toEqual([{ paymentId: idOf(20), method: 'mobile-money', artist: null }]);
});

test('listeners are notified of changes', () => {
  const listener = vi.fn();
  const stop = onOpenPaymentsChange(listener);
  rememberPayment({ paymentId: ID, method: 'card' });
  removeOpenPayment(ID);
  expect(listener).toHaveBeenCalledTimes(2);
  stop();
  rememberPayment({ paymentId: ID, method: 'card' });
  expect(listener).toHaveBeenCalledTimes(2);
});

test('a payment named by a 201 may come back for ten minutes after the server lost it', () => {
  rememberPayment({ paymentId: ID, method: 'mobile-money' }, ama);
  vi.advanceTimersByTime(60 * MINUTE_MS);
  expect(isRecoverable(ID)).toBe(true);
  vi.advanceTimersByTime(9 * MINUTE_MS);
  expect(isRecoverable(ID)).toBe(true);
  vi.advanceTimersByTime(MINUTE_MS);
  expect(isRecoverable(ID)).toBe(false);
});

test('the ten minutes start over once the server has found the payment again', () => {
  rememberPayment({ paymentId: ID, method: 'mobile-money' }, ama);
  isRecoverable(ID);
  vi.advanceTimersByTime(9 * MINUTE_MS);
  noteFound(ID);
  vi.advanceTimersByTime(9 * MINUTE_MS);
  expect(isRecoverable(ID)).toBe(true);
});

test('a payment that this browser did not start itself is not recoverable', () => {
  rememberPayment({ paymentId: idOf(30), method: 'mobile-money' });
  expect(isRecoverable(idOf(30))).toBe(false);
  expect(isRecoverable(idOf(31))).toBe(false);
});
