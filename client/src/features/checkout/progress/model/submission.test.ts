import { beforeEach, expect, test, vi } from 'vitest';
import type { MobileMoneyPaymentBody } from '#shared/contracts/payments';
import { beginSubmission, noteSent, openSubmission, settleSubmission } from './submission';

const body: MobileMoneyPaymentBody = {
  phoneNumber: '237677123456',
  voterEmail: 'fan@example.com',
  nominationVotes: [{ nominationId: 'song', voteCount: 2 }],
  totalVotes: 2,
};
const submission = { provider: 'campay', body, keepsNumber: true, draft: '{"votes":{}}' };
const ama = { id: 'ama', name: 'Ama' };

const aStorage = () => {
  const items = new Map<string, string>();
  return {
    items,
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  };
};
let shared = aStorage();
let tab = aStorage();

beforeEach(() => {
  shared = aStorage();
  tab = aStorage();
  vi.stubGlobal('localStorage', shared);
  vi.stubGlobal('sessionStorage', tab);
});

const begin = () => {
  beginSubmission(submission, ama);
  return openSubmission()!;
};

test('a reload finds exactly what was sent, with the same key', () => {
  const { key, own } = begin();
  expect(key).toMatch(/^[0-9a-f]{32}$/);
  expect(own).toEqual({ key, ...submission });
  expect(openSubmission()).toEqual(openSubmission());
});

test('another tab finds the key, but no data of the payer', () => {
  const { key } = begin();
  vi.stubGlobal('sessionStorage', aStorage());
  expect(openSubmission()).toMatchObject({ key, artist: ama, own: null });
  expect([...shared.items.values()].join()).not.toMatch(/677123456|fan@/);
});

test('two presses are two requests', () => {
  const first = begin().key;
  settleSubmission(first);
  expect(begin().key).not.toBe(first);
});

test("a request that another tab has settled is not sent again, and the payer's data is deleted", () => {
  const { key } = begin();
  shared.items.clear();
  expect(noteSent(key)).toBe(false);
  expect(openSubmission()).toBeNull();
  expect(tab.items.size).toBe(0);
});

test('settling one request does not affect the next', () => {
  const first = begin().key;
  const second = begin().key;
  settleSubmission(first);
  expect(openSubmission()).toMatchObject({ key: second });
  expect(noteSent(first)).toBe(false);
  expect(noteSent(second)).toBe(true);
  settleSubmission(second);
  expect(shared.items.size + tab.items.size).toBe(0);
});

test.each(['', 'null', '7', '{"key":7}', 'a4f0 ["ama","237677123456"]'])(
  'invalid data is no request: %s',
  (nonsense) => {
    shared.items.set('unansweredPayment', nonsense);
    tab.items.set('paymentSubmission', nonsense);
    expect(openSubmission()).toBeNull();
  },
);
