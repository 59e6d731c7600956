import type { TFunction } from 'i18next';
import { describe, expect, test } from 'vitest';
import type { EditionFigures } from '#shared/contracts/admin-payments';
import { measuresOf, sideBySide } from './side-by-side';

const t = ((key: string, values: object) =>
  `${key} ${JSON.stringify(values)}`) as unknown as TFunction;

const edition = (
  year: string,
  votes: Record<number, number>,
): EditionFigures['editions'][number] => {
  const days = Object.entries(votes).map(([day, count]) => ({
    day: Number(day),
    votes: count,
    money: [{ amountMinor: count * 100, currency: 'XAF' as const }],
  }));
  const sum = days.reduce((all, day) => all + day.votes, 0);
  return {
    year,
    payments: days.length,
    votes: sum,
    voters: null,
    money: [{ amountMinor: sum * 100, currency: 'XAF' }],
    difference: { differences: [], votes: 0 },
    days,
  };
};
const THEN = edition('2025', { 1: 500, 3: 700, 4: 800 });
const NOW = edition('2026', { 1: 600, 2: 100 });

describe('two editions by day since their opening', () => {
  test('have every day, and sums as far as the newer one has got', () => {
    const content = sideBySide([NOW, THEN], 'votes', { t, language: 'en' });
    expect(content?.chart).toMatchObject({
      isGrouped: true,
      series: [
        { name: '2026', values: [600, 100, 0, 0] },
        { name: '2025', values: [500, 0, 700, 800] },
      ],
    });
    expect(content?.summary).toBe(
      'analytics.sideBySide.summary {"day":2,"newer":"700","year":"2026","older":"500","other":"2025"}',
    );
    expect(content?.numbers.rows[2]?.cells.slice(1)).toEqual(['0', '700', '700', '1,200']);
  });

  test('can be compared by the money of a currency', () => {
    const content = sideBySide([NOW, THEN], 'XAF', { t, language: 'en' });
    expect(content?.chart).toMatchObject({ series: [{ values: [60_000, 10_000, 0, 0] }, {}] });
  });

  test('leave out a payment that was completed long after the end', () => {
    const late = edition('2025', { 1: 500, 3: 700, 4: 800, 200: 1 });
    expect(sideBySide([NOW, late], 'votes', { t, language: 'en' })?.numbers.rows).toHaveLength(4);
  });

  test('are nothing before the first vote', () => {
    const none = edition('2027', {});
    expect(sideBySide([none, none], 'votes', { t, language: 'en' })).toBeNull();
  });
});

test('only currencies in which money was taken can be compared', () => {
  const { days: _days, year: _year, ...all } = THEN;
  expect(measuresOf({ editions: [THEN], all })).toEqual(['votes', 'XAF']);
});
