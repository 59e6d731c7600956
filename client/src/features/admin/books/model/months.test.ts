import { expect, test } from 'vitest';
import { monthsBetween, monthText } from './months';

test('months are listed backwards across the turn of a year', () => {
  expect(monthsBetween('2025-11', '2026-02')).toEqual(['2026-02', '2026-01', '2025-12', '2025-11']);
  expect(monthsBetween('2025-11', '2025-11')).toEqual(['2025-11']);
});

test('months are written out for reading', () => {
  expect(monthText('2025-12', 'fr')).toBe('décembre 2025');
});
