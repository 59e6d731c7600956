import { expect, test } from 'vitest';
import { GIVE_UP_AFTER_MS, nextCheckAfter } from './check-schedule';

const MINUTE = 60_000;

test.each([
  [0, 5_000],
  [2 * MINUTE, 5_000],
  [3 * MINUTE, 30_000],
  [30 * MINUTE, 5 * MINUTE],
  [20 * 60 * MINUTE, 30 * MINUTE],
])('a payment pending for %i ms is asked about again after %i ms', (age, wait) => {
  expect(nextCheckAfter('pending', age, 7)).toBe(wait);
});

test('the last check of a pending payment falls on the moment we give up', () => {
  expect(nextCheckAfter('pending', GIVE_UP_AFTER_MS - 60_000, 90)).toBe(60_000);
  expect(nextCheckAfter('pending', GIVE_UP_AFTER_MS + 1, 91)).toBe(0);
});

test('a failed payment is asked about five more times, more and more rarely', () => {
  const waits = [0, 1, 2, 3, 4, 5].map((count) => nextCheckAfter('failed', MINUTE, count));
  expect(waits.at(-1)).toBeNull();
  const asked = waits.slice(0, -1).map(Number);
  expect(asked).toHaveLength(5);
  expect(asked).toEqual([...asked].sort((a, b) => a - b));
  expect(asked.reduce((sum, wait) => sum + wait, 0)).toBeLessThan(GIVE_UP_AFTER_MS);
});

test('a completed payment is never asked about', () => {
  expect(nextCheckAfter('completed', 0, 0)).toBeNull();
});
