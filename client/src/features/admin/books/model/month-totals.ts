import type { BookLine, Books } from '#shared/contracts/books';

type Day = Pick<Books['days'][number], 'lines' | 'openDifferences' | 'comparisons'>;

/** Adds up the lines of all days, one for each currency, in minor units. */
export function monthTotals(days: readonly Pick<Day, 'lines'>[]): BookLine[] {
  const totals = new Map<string, BookLine>();
  for (const line of days.flatMap(({ lines }) => lines)) {
    const sum = totals.get(line.currency);
    totals.set(line.currency, sum ? sumOfLines(sum, line) : line);
  }
  return [...totals.values()];
}

const sumOfLines = (a: BookLine, b: BookLine): BookLine => ({
  currency: a.currency,
  payments: a.payments + b.payments,
  taken: a.taken + b.taken,
  refunded: a.refunded + b.refunded,
  disputed: a.disputed + b.disputed,
  asked: a.asked + b.asked,
  votes: a.votes + b.votes,
  difference: a.difference + b.difference,
  partlyReturned: a.partlyReturned + b.partlyReturned,
});

const needsAttention = ({ lines, openDifferences, comparisons }: Day): boolean =>
  openDifferences > 0 ||
  lines.some(({ difference }) => difference !== 0) ||
  comparisons.some(({ state }) => state === 'not-compared');

/** Puts days that need attention first; otherwise keeps the order. */
export const attentionFirst = <D extends Day>(days: readonly D[]): D[] =>
  [...days].sort((a, b) => Number(needsAttention(b)) - Number(needsAttention(a)));
