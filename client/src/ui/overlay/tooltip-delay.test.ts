import { expect, test } from 'vitest';
import { tooltipDelay } from './tooltip-delay';

test('the first tooltip opens after 700 ms', () => {
  expect(tooltipDelay(Number.POSITIVE_INFINITY)).toBe(700);
});

test('while one is open, and until 300 ms after it closed, the next opens at once', () => {
  expect(tooltipDelay(0)).toBe(0);
  expect(tooltipDelay(299)).toBe(0);
  expect(tooltipDelay(300)).toBe(700);
});
