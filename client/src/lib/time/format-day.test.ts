import { expect, test } from 'vitest';
import { formatDay } from './format-day';

test('a day is written out, and an invalid one is left as it is', () => {
  expect(formatDay('2025-11-03', 'en')).toBe('Monday, November 3, 2025');
  expect(formatDay('2025-11-03', 'fr')).toBe('lundi 3 novembre 2025');
  expect(formatDay('yesterday', 'en')).toBe('yesterday');
});
