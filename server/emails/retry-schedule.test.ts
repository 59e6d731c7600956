import { expect, test } from 'vitest';
import { nextAttemptAfter } from './retry-schedule';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

test('it is retried soon, then less and less often, for about two days', () => {
  const waits: number[] = [];
  let age = 0;
  for (let attempts = 1; ; attempts++) {
    const wait = nextAttemptAfter(attempts, age);
    if (wait === null) break;
    waits.push(wait);
    age += wait;
  }
  expect(waits.slice(0, 4)).toEqual([MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR]);
  expect(waits).toEqual([...waits].sort((a, b) => a - b));
  expect(age).toBeGreaterThan(36 * HOUR);
  expect(age).toBeLessThanOrEqual(48 * HOUR);
});
