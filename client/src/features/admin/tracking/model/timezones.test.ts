import { describe, expect, test } from 'vitest';
import { dayAfter, formatOnClock, startOfDay, type TimezoneName } from './timezones';

describe('a day begins in the chosen time zone', () => {
  test.each<[TimezoneName, string, string]>([
    ['WAT', '2025-11-21', '2025-11-20T23:00:00.000Z'],
    ['UTC', '2025-11-21', '2025-11-21T00:00:00.000Z'],
    ['PT', '2025-11-21', '2025-11-21T08:00:00.000Z'],
    ['PT', '2025-07-01', '2025-07-01T07:00:00.000Z'],
    // Summer time begins and ends at two in the morning: at midnight the old offset still applies.
    ['PT', '2025-03-09', '2025-03-09T08:00:00.000Z'],
    ['PT', '2025-03-10', '2025-03-10T07:00:00.000Z'],
    ['PT', '2025-11-02', '2025-11-02T07:00:00.000Z'],
    ['PT', '2025-11-03', '2025-11-03T08:00:00.000Z'],
  ])('%s, %s', (timezone, day, begin) => {
    expect(startOfDay(day, timezone).toISOString()).toBe(begin);
  });
});

test('the day after the last day of a year is the first day of the next', () => {
  expect(dayAfter('2025-12-31')).toBe('2026-01-01');
});

test('times use a 12-hour clock in both languages', () => {
  const evening = '2025-11-21T19:05:09Z';
  expect(formatOnClock(evening, 'en', 'WAT')).toMatch(/Nov 21, 2025, 8:05:09\sPM/);
  expect(formatOnClock(evening, 'fr', 'WAT')).toMatch(/21 nov\. 2025.*8:05:09\sPM/);
  expect(formatOnClock(evening, 'en', 'PT')).toMatch(/11:05:09\sAM/);
});
