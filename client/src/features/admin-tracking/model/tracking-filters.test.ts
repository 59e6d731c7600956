import { expect, test } from 'vitest';
import {
  countFilters,
  filtersForServer,
  NO_FILTERS,
  readFilters,
  writeFilters,
} from './tracking-filters';

test('filters come back from the address as they were written', () => {
  const filters = {
    search: 'fan+1@example.com',
    provider: 'mobile-money',
    status: 'pending',
    attempt: 'abandoned',
    look: 'needed',
    from: '2025-11-01',
    to: '2025-11-21',
  } as const;
  expect(readFilters(writeFilters(filters))).toEqual(filters);
  expect(countFilters(filters)).toBe(7);
});

test('no filter leaves nothing in the address', () => {
  expect(writeFilters(NO_FILTERS)).toBe('');
  expect(readFilters('')).toEqual(NO_FILTERS);
  expect(countFilters(NO_FILTERS)).toBe(0);
});

test('what cannot be chosen is left out', () => {
  const address =
    'provider=cash&status=lost&attempt=maybe&look=taken&from=2025-02-30&to=0202-01-01&other=1';
  expect(readFilters(address)).toEqual(NO_FILTERS);
});

test('the server is asked from the beginning of the first day to the end of the last', () => {
  const filters = {
    ...NO_FILTERS,
    status: 'failed',
    look: 'needed',
    from: '2025-11-20',
    to: '2025-11-21',
  } as const;
  expect(Object.fromEntries(filtersForServer(filters, 'WAT'))).toEqual({
    status: 'failed',
    look: 'needed',
    from: '2025-11-19T23:00:00.000Z',
    to: '2025-11-21T23:00:00.000Z',
  });
});
