import { describe, expect, test } from 'vitest';
import { amountIn, MomentReader } from './cell-values';

test.each<[string, ',' | '.', number | null]>([
  ['1500', '.', 1_500],
  ['1,500', '.', 1_500],
  ['1.500', ',', 1_500],
  ['1 500,00', ',', 1_500],
  ['1\u202f500 FCFA', ',', 1_500],
  ['XAF 1,500.00', '.', 1_500],
  ['+200', '.', 200],
  ['-200', '.', -200],
  ['\u2212200', '.', -200],
  ['12.5', '.', 12.5],
  ['1.500', '.', 1.5],
  ['1,50', '.', null],
  ['1.50.00', ',', null],
  ['', '.', null],
  ['free', '.', null],
  ['9'.repeat(40), '.', null],
])('the amount %j with the decimal mark %j is %s', (text, mark, amount) => {
  expect(amountIn(text, mark)).toBe(amount);
});

describe('a time', () => {
  test.each<['ymd' | 'dmy' | 'mdy', string, string | null]>([
    ['ymd', '2025-11-20 14:03:22', '2025-11-20T13:03:22.000Z'],
    ['ymd', '2025-11-20T14:03:22.123Z', '2025-11-20T14:03:22.000Z'],
    ['ymd', '2025/11/20 14:03 +0100', '2025-11-20T13:03:00.000Z'],
    ['dmy', '20/11/2025 14:03', '2025-11-20T13:03:00.000Z'],
    ['dmy', '20.11.2025', '2025-11-19T23:00:00.000Z'],
    ['mdy', '11/20/2025 2:03:22 PM', '2025-11-20T13:03:22.000Z'],
    ['mdy', '11/20/2025 12:00 AM', '2025-11-19T23:00:00.000Z'],
    ['dmy', '11/20/2025', null],
    ['dmy', '31/02/2025', null],
    ['dmy', '20/11/25', null],
    ['ymd', '2025-11-20 25:00', null],
    ['ymd', 'yesterday', null],
    ['ymd', '', null],
  ])('in the order %s: %j', (order, text, expected) => {
    const read = new MomentReader(order, 'Africa/Douala').read(text);
    expect(read?.toISOString() ?? null).toBe(expected);
  });

  test('observes summer time where there is one', () => {
    const reader = new MomentReader('ymd', 'Europe/Paris');
    expect(reader.read('2025-07-01 12:00')?.toISOString()).toBe('2025-07-01T10:00:00.000Z');
    expect(reader.read('2025-12-01 12:00')?.toISOString()).toBe('2025-12-01T11:00:00.000Z');
  });
});
