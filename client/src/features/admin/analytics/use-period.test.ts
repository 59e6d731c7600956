import { expect, test } from 'vitest';
import { readPeriod } from './use-period';

test.each([
  ['7', 7],
  ['90', 90],
  [null, 30],
  ['', 30],
  ['365', 30],
  ['7 ', 30],
])('an address with %j shows %i days', (text, days) => {
  expect(readPeriod(text)).toBe(days);
});
