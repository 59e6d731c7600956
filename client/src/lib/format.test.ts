import { expect, test } from 'vitest';
import { formatEventTime, formatMoney } from './format';

const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ');

test('francs are whole, with separators and CFA', () => {
  expect(plain(formatMoney({ amountMinor: 12_500, currency: 'XAF' }, 'en'))).toBe('12,500 CFA');
  expect(plain(formatMoney({ amountMinor: 12_500, currency: 'XAF' }, 'fr'))).toBe('12 500 CFA');
});

test('dollars are computed from cents, with two decimals', () => {
  expect(plain(formatMoney({ amountMinor: 1_250, currency: 'USD' }, 'en'))).toBe('$12.50');
  expect(plain(formatMoney({ amountMinor: 1_250, currency: 'USD' }, 'fr'))).toBe('12,50 $');
});

test('a moment is shown in the event’s time zone, which is named only when clocks differ', () => {
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const closing = '2025-11-28T20:00:00Z';
  expect(plain(formatEventTime(closing, 'en', here))).not.toMatch(/GMT|UTC/);
  const elsewhere = 'Pacific/Kiritimati'; // UTC+14: a day ahead of everyone.
  expect(plain(formatEventTime(closing, 'en', elsewhere))).toBe('Nov 29, 2025, 10:00 AM GMT+14');
  expect(plain(formatEventTime(closing, 'fr', elsewhere))).toBe('29 nov. 2025, 10:00 UTC+14');
});

test('the first of a month is written as French requires', () => {
  expect(plain(formatEventTime('2035-11-01T08:00:00Z', 'fr', 'UTC'))).toMatch(/^1er nov\. 2035/);
  expect(plain(formatEventTime('2035-11-11T08:00:00Z', 'fr', 'UTC'))).toMatch(/^11 nov\. 2035/);
  expect(plain(formatEventTime('2035-11-01T08:00:00Z', 'en', 'UTC'))).toMatch(/^Nov 1, 2035/);
});
