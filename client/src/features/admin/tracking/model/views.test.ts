import { expect, test } from 'vitest';
import { readFilters } from './tracking-filters';
import { addressOf, isCustom, readViews, withView } from './views';

const CARDS = { name: 'Cards', address: 'provider=card' };

test('an invalid list of views counts as empty', () => {
  expect(readViews(null)).toEqual([]);
  expect(readViews({ name: 'x' })).toEqual([]);
  expect(readViews([CARDS, 7, { name: 'no address' }])).toEqual([CARDS]);
});

test('a view replaces one of the same name, and at most twelve are stored', () => {
  const failed = { name: 'Cards', address: 'provider=card&status=failed' };
  expect(withView([CARDS], failed)).toEqual([failed]);
  const many = Array.from({ length: 14 }, (_, index) => ({ name: `${index}`, address: 'x' }));
  expect(withView(many, CARDS)).toEqual([...many.slice(-11), CARDS]);
});

test('a view is identified by its address, regardless of order', () => {
  expect(addressOf(readFilters('order=oldest&from=today', null))).toBe('from=today');
  expect(isCustom(readFilters('from=today&order=oldest', null), [])).toBe(false);
  expect(isCustom(readFilters('provider=card', null), [])).toBe(true);
  expect(isCustom(readFilters('provider=card', null), [CARDS])).toBe(false);
});

test('a view never contains the search text', () => {
  const filters = readFilters('provider=card', { search: 'marie' });
  expect(addressOf(filters)).toBeNull();
  expect(isCustom(filters, [CARDS])).toBe(true);
});
