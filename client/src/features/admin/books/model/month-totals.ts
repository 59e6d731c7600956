import type { BookLine, Books } from '#shared/contracts/books';
import { sumOfLines } from '#shared/domain/books';

type Day = Pick<Books['days'][number], 'lines' | 'openDifferences' | 'comparisons'>;

/** Adds up the lines of all days, one for each currency, in minor units. */
export function monthTotals(days: readonly Pick<Day, 'lines'>[]): BookLine[] {
  const totals = new Map<string, BookLine>();
  for (const line of days.flatMap(({ lines }) => lines)) {
    const sum = totals.get(line.currency);
    totals.set(line.currency, sum ? added(sum, line) : line);
  }
  return [...totals.values()];
}

const added = (sum: BookLine, line: BookLine): BookLine => ({
  ...sumOfLines(sum, line),
  difference: sum.difference + line.difference,
});

const needsAttention = ({ lines, openDifferences, comparisons }: Day): boolean =>
  openDifferences > 0 ||
  lines.some(({ difference }) => difference !== 0) ||
  comparisons.some(({ state }) => state === 'not-compared');

/** Puts days that need attention first; otherwise keeps the order. */
export const attentionFirst = <D extends Day>(days: readonly D[]): D[] =>
  [...days].sort((a, b) => Number(needsAttention(b)) - Number(needsAttention(a)));
