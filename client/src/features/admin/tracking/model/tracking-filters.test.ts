import { expect, test } from 'vitest';
import {
  countFilters,
  filtersForServer,
  NO_FILTERS,
  readFilters,
  writeFilters,
} from './tracking-filters';

const FILTERS = {
  search: 'fan+1@example.com',
  provider: 'mobile-money',
  status: 'pending',
  attempt: 'abandoned',
  look: 'needed',
  from: '2025-11-01',
  to: '2025-11-21',
  order: 'oldest',
} as const;

test('filters are read from the address as written, and the search text from the history state', () => {
  const { search } = FILTERS;
  expect(readFilters(writeFilters(FILTERS), { search })).toEqual(FILTERS);
  expect(countFilters(FILTERS)).toBe(7);
  expect(writeFilters(FILTERS)).not.toContain('fan');
});

test('`today` stays the current day', () => {
  const filters = readFilters('from=today', null);
  expect(writeFilters(filters)).toBe('from=today');
  expect(countFilters(filters)).toBe(1);
  const midnight = filtersForServer(filters, 'UTC').from ?? '';
  expect(Math.abs(Date.now() - Date.parse(midnight) - 43_200_000)).toBeLessThanOrEqual(43_300_000);
  expect(readFilters('to=today', null)).toEqual(NO_FILTERS);
});

test('the sort order does not count as a filter', () => {
  const filters = readFilters('order=oldest', null);
  expect(countFilters(filters)).toBe(0);
  expect(filtersForServer(filters, 'UTC')).toEqual({});
});

test('a search text in an address is ignored', () => {
  expect(readFilters('search=237677123456', null)).toEqual(NO_FILTERS);
});

test('a link shows one payment until another search is made', () => {
  const id = '5f3c1a52-6a0e-4d7f-9c1b-0b6f5f1f2a10';
  expect(readFilters(`payment=${id}`, null)).toEqual({ ...NO_FILTERS, search: id });
  expect(readFilters(`payment=${id}`, { search: '' })).toEqual(NO_FILTERS);
  expect(readFilters('payment=237677123456', null)).toEqual(NO_FILTERS);
});

test.each([[null], [undefined], ['text'], [{}], [{ search: 7 }], [{ guard: true }]])(
  'other history state is ignored: %j',
  (state) => {
    expect(readFilters('', state)).toEqual(NO_FILTERS);
  },
);

test('without filters the address has no query', () => {
  expect(writeFilters(NO_FILTERS)).toBe('');
  expect(readFilters('', null)).toEqual(NO_FILTERS);
  expect(countFilters(NO_FILTERS)).toBe(0);
});

test('invalid choices are dropped', () => {
  const address =
    'provider=cash&status=lost&attempt=maybe&look=taken&from=2025-02-30&to=0202-01-01&other=1';
  expect(readFilters(address, null)).toEqual(NO_FILTERS);
});

test('the query covers the start of the first day to the end of the last', () => {
  const filters = {
    ...NO_FILTERS,
    status: 'failed',
    look: 'needed',
    from: '2025-11-20',
    to: '2025-11-21',
  } as const;
  expect(filtersForServer(filters, 'WAT')).toEqual({
    status: 'failed',
    look: 'needed',
    from: '2025-11-19T23:00:00.000Z',
    to: '2025-11-21T23:00:00.000Z',
  });
});
