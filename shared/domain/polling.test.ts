import { expect, test } from 'vitest';
import { COUNTED_ATTEMPTS, UNCOUNTED_ATTEMPTS, waitAfterAttempt } from './polling';

test('waits are 8 s, 2 s six times, then 2.5 s until the eleventh attempt, then 18 times 10 s', () => {
  const waits = Array.from({ length: COUNTED_ATTEMPTS + UNCOUNTED_ATTEMPTS - 1 }, (_, index) =>
    waitAfterAttempt(index + 1),
  );
  expect(waits).toEqual([
    8_000,
    ...Array<number>(6).fill(2_000),
    ...Array<number>(3).fill(2_500),
    ...Array<number>(18).fill(10_000),
  ]);
});

test('after the 29th attempt, the last of the schedule, the wait is half a minute until the payment is settled', () => {
  expect(waitAfterAttempt(29)).toBe(30_000);
  expect(waitAfterAttempt(2_900)).toBe(30_000);
});
