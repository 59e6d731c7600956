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

const sumOfLines = (one: BookLine, other: BookLine): BookLine => ({
  currency: one.currency,
  payments: one.payments + other.payments,
  taken: one.taken + other.taken,
  refunded: one.refunded + other.refunded,
  disputed: one.disputed + other.disputed,
  asked: one.asked + other.asked,
  votes: one.votes + other.votes,
  difference: one.difference + other.difference,
  partlyReturned: one.partlyReturned + other.partlyReturned,
});

const needsAttention = ({ lines, openDifferences, comparisons }: Day): boolean =>
  openDifferences > 0 ||
  lines.some(({ difference }) => difference !== 0) ||
  comparisons.some(({ state }) => state === 'not-compared');

/** Puts days that need attention first; otherwise keeps the order. */
export const attentionFirst = <D extends Day>(days: readonly D[]): D[] =>
  [...days].sort((one, other) => Number(needsAttention(other)) - Number(needsAttention(one)));
