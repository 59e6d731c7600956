import { describe, expect, test } from 'vitest';
import type { StatementEntry } from '#server/payments/index';
import { compareDay, type OurPayment } from './compare';

const DAY = { from: new Date('2025-11-19T23:00:00Z'), until: new Date('2025-11-20T23:00:00Z') };
const NOON = new Date('2025-11-20T12:00:00Z');
const NEXT_DAY = new Date('2025-11-20T23:00:00Z');

const ours = (changes: Partial<OurPayment> = {}): OurPayment => ({
  id: 'p1',
  providerRef: 'r1',
  isAttached: false,
  status: 'completed',
  failureReason: null,
  completedAt: NOON,
  amount: 200,
  currency: 'XAF',
  partlyReturned: 0,
  isDisputed: false,
  ...changes,
});
const entry = (changes: Partial<StatementEntry> = {}): StatementEntry => ({
  kind: 'paid',
  providerRef: 'r1',
  paymentId: 'p1',
  money: { amountMinor: 200, currency: 'XAF' },
  fee: null,
  at: NOON,
  ...changes,
});
const pending = { status: 'pending', completedAt: null } as const;
const failed = { status: 'failed', failureReason: 'declined', completedAt: null } as const;
const reversed = { status: 'failed', failureReason: 'refunded' } as const;
const back = (amountMinor = 200, at = NOON) =>
  entry({ kind: 'returned', money: { amountMinor, currency: 'XAF' }, at });

test.each<[string, OurPayment[], StatementEntry[], string[]]>([
  ['nothing at all', [], [], []],
  ['the same on both sides', [ours()], [entry()], []],
  ['paid there, pending here', [ours(pending)], [entry()], ['paid-there p1']],
  ['paid there, failed here', [ours(failed)], [entry()], ['paid-there p1']],
  [
    'charged after closing, and given back',
    [ours({ ...failed, failureReason: 'after-closing' })],
    [entry(), back()],
    [],
  ],
  ['completed here, unknown there', [ours()], [], ['unknown-there p1']],
  [
    'counted twice by one record',
    [ours(), ours({ id: 'p2', isAttached: true, completedAt: new Date('2025-11-20T13:00:00Z') })],
    [entry()],
    ['counted-twice p2'],
  ],
  [
    'counted twice by one record, once its first votes were taken back',
    [
      ours({ ...reversed, providerRef: 'F3A0C1D2-0000-4000-8000-00000000ABCD' }),
      ours({
        id: 'p2',
        providerRef: 'f3a0c1d2-0000-4000-8000-00000000abcd',
        completedAt: new Date('2025-11-20T13:00:00Z'),
      }),
    ],
    [entry({ providerRef: 'f3a0c1d2-0000-4000-8000-00000000abcd' })],
    ['counted-twice p2'],
  ],
  ['taken back here, never paid there', [ours(reversed)], [], ['unknown-there p1']],
  ['neither paid', [ours(failed)], [], []],
  [
    'another amount',
    [ours()],
    [entry({ money: { amountMinor: 100, currency: 'XAF' } })],
    ['amount-differs p1'],
  ],
  [
    'another currency',
    [ours()],
    [entry({ money: { amountMinor: 200, currency: 'EUR' } })],
    ['amount-differs p1'],
  ],
  [
    'another amount, not counted',
    [ours(pending)],
    [entry({ money: { amountMinor: 100, currency: 'XAF' } })],
    ['amount-differs p1'],
  ],
  ['listed twice', [ours()], [entry(), entry()], ['listed-twice p1']],
  ['charged twice', [ours()], [entry(), entry({ providerRef: 'r2' })], ['listed-twice p1']],
  ['named as ours, unknown here', [], [entry()], ['unknown-here p1']],
  ['nobody’s money', [], [entry({ paymentId: null })], []],
  ['refunded on both sides', [ours(reversed)], [entry(), back()], []],
  ['refunded there only', [ours()], [entry(), back()], ['refunded-there p1']],
  [
    'the refund of yesterday’s payment',
    [ours({ completedAt: null })],
    [back()],
    ['refunded-there p1'],
  ],
  ['a part that we know of', [ours({ partlyReturned: 50 })], [entry(), back(50)], []],
  [
    'a larger part than we know of',
    [ours({ partlyReturned: 50 })],
    [entry(), back(90)],
    ['refunded-there p1'],
  ],
  ['a refund that came back', [ours()], [entry(), back(), back(-200)], []],
  [
    'a dispute that nobody knows of',
    [ours()],
    [entry(), entry({ kind: 'disputed' })],
    ['disputed-there p1'],
  ],
  ['a dispute', [ours({ isDisputed: true })], [entry(), entry({ kind: 'disputed' })], []],
])('%s', (_name, payments, listed, expected) => {
  const found = compareDay(payments, listed, DAY);
  expect(found.map(({ reason, subject }) => `${reason} ${subject}`)).toEqual(expected);
});

describe('around midnight', () => {
  test('a payment that the provider dates on the next day is no difference on either day', () => {
    const late = [entry({ at: NEXT_DAY })];
    const nextDay = { from: NEXT_DAY, until: new Date('2025-11-21T23:00:00Z') };
    expect(compareDay([ours()], late, DAY)).toEqual([]);
    expect(compareDay([ours()], late, nextDay)).toEqual([]);
  });

  test("a difference belongs to the day of the provider's date", () => {
    const late = [entry({ at: NEXT_DAY })];
    expect(compareDay([ours(pending)], late, DAY)).toEqual([]);
    const twice = [entry(), entry({ providerRef: 'r2', at: NEXT_DAY })];
    expect(compareDay([ours()], twice, DAY)).toEqual([]);
  });
});

describe('the payment of an entry', () => {
  test('is found by our id, then by the reference', () => {
    const other = ours({ id: 'p2', providerRef: 'r2' });
    const swapped = entry({ paymentId: 'p2', providerRef: 'r1' });
    const found = compareDay([ours(), other], [swapped], DAY);
    expect(found).toMatchObject([{ reason: 'unknown-there', paymentId: 'p1' }]);
    expect(compareDay([ours()], [entry({ paymentId: null })], DAY)).toEqual([]);
  });

  test('is also found by a reference attached by an administrator', () => {
    const attached = ours({ id: 'p2', isAttached: true });
    const wrong = ours({ ...pending, providerRef: null });
    expect(compareDay([wrong, attached], [entry()], DAY)).toEqual([]);
  });
});

test("a difference contains the provider's data", () => {
  expect(compareDay([ours(pending)], [entry()], DAY)).toEqual([
    {
      reason: 'paid-there',
      subject: 'p1',
      paymentId: 'p1',
      providerRef: 'r1',
      listed: { amountMinor: 200, currency: 'XAF', at: NOON },
    },
  ]);
});
