import { expect, test } from 'vitest';
import { waitAfterAttempt } from './polling';

test('waits are 8 s, 2 s six times, then 2.5 s until the eleventh attempt, then 18 times 10 s', () => {
  const waits: number[] = [];
  for (
    let attempt = 1, wait = waitAfterAttempt(1);
    wait !== null;
    wait = waitAfterAttempt(++attempt)
  ) {
    waits.push(wait);
  }
  expect(waits).toEqual([
    8_000,
    ...Array<number>(6).fill(2_000),
    ...Array<number>(3).fill(2_500),
    ...Array<number>(18).fill(10_000),
  ]);
});

test('the last check is the 29th: 11 counted and 18 more', () => {
  expect(waitAfterAttempt(28)).toBe(10_000);
  expect(waitAfterAttempt(29)).toBeNull();
});
