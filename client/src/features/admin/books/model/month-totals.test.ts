import { expect, test } from 'vitest';
import type { BookLine } from '#shared/contracts/books';
import { attentionFirst, monthTotals } from './month-totals';

const line = (currency: BookLine['currency'], taken: number, difference = 0): BookLine => ({
  currency,
  payments: 1,
  taken,
  refunded: 2,
  disputed: 3,
  asked: taken - difference,
  votes: 4,
  difference,
  partlyReturned: 1,
});
const day = (lines: BookLine[], openDifferences = 0) => ({
  lines,
  openDifferences,
  comparisons: [],
});

test('each currency has its own total', () => {
  const days = [day([line('XAF', 500), line('USD', 100)]), day([line('XAF', 200, 100)])];
  expect(monthTotals(days)).toEqual([
    {
      ...line('XAF', 700, 100),
      payments: 2,
      refunded: 4,
      disputed: 6,
      votes: 8,
      partlyReturned: 2,
    },
    line('USD', 100),
  ]);
  expect(monthTotals([])).toEqual([]);
});

test('days that need attention come first; the others keep their order', () => {
  const [fine, open, wrong, late] = [
    day([line('XAF', 1)]),
    day([line('XAF', 2)], 1),
    day([line('XAF', 3, 1)]),
    day([line('XAF', 4)]),
  ];
  expect(attentionFirst([fine!, open!, wrong!, late!])).toEqual([open, wrong, fine, late]);
});
