import { describe, expect, test } from 'vitest';
import { MomentReader } from './moments';

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
    ['ymd', '2025-11-20 25:00', null],
    ['ymd', 'yesterday', null],
    ['ymd', '', null],
  ])('in the order %s: %j', (order, text, expected) => {
    const read = new MomentReader(order, 'Africa/Douala').read(text);
    expect(read?.toISOString() ?? null).toBe(expected);
  });

  test.each([
    '24/11/26 10:00',
    '24.11.2026 10:00:00',
    '24-11-2026, 10:00:00 AM',
    '24/11/2026 10h00',
    '24/11/2026 à 10:00',
    '24/11/2026 10 h 00 min 00 s',
    '24/11/2026 10 h 00 min',
    '24/11/2026 10h',
    '10:00 24/11/2026',
    '10h00, 24 novembre 2026',
    '24/11/2026 10:00 (GMT+1)',
    '2026-11-24T09:00:00.000+0000',
    '24 Nov 2026 10:00',
    '24-Nov-2026 10:00:00',
    '24 nov. 2026 10:00',
    '24 novembre 2026 à 10h00',
    'mardi 24 novembre 2026 10:00',
    'Tue, 24 Nov 2026 09:00:00 GMT',
    'November 24, 2026 10:00 AM',
    '2026-11-24 10:00:00.000',
    '2026-11-24T10:00:00+01',
    '2026/11/24 10:00:00 AM UTC+1',
    '24/11/2026 09:00 UTC',
    '24/11/2026 10:00 WAT',
    '24/11/2026\u00a010:00:00\u202fAM',
    '46350.4166666667',
    '46350,4166666667',
    '1795510800',
    '1795510800000',
    '20261124100000',
    '20261124 1000',
  ])('%j is 24 November 2026 at 10 in Douala', (text) => {
    const read = new MomentReader('dmy', 'Africa/Douala').read(text);
    expect(read?.toISOString()).toBe('2026-11-24T09:00:00.000Z');
  });

  test.each([
    ['24/11/2026', '10:00'],
    ['24/11/2026', '10h00'],
    ['24/11/26', '10:00:00 AM'],
    ['2026-11-24 00:00:00', '10:00:00'],
    ['24 novembre 2026', '10:00'],
    ['46350', '0.416666667'],
    ['2026-11-24', '1899-12-31 10:00:00'],
  ])('the day %j and the hour %j of two columns', (date, time) => {
    const read = new MomentReader('dmy', 'Africa/Douala').read(date, time);
    expect(read?.toISOString()).toBe('2026-11-24T09:00:00.000Z');
  });

  test.each([
    'yesterday',
    '31 février 2026',
    '24 brumaire 2026',
    '1500',
    '13461537629',
    '20261324',
    '24/11/2026 25h00',
    '24/11/2026 10:61',
    '237677123456',
    '24/11',
    '08:00 17:00',
    '10:00 10:05',
    `10:00${' ,'.repeat(10_000)}`,
  ])('%j is no moment', (text) => {
    expect(new MomentReader('dmy', 'Africa/Douala').read(text)).toBeNull();
  });

  test('observes summer time where there is one', () => {
    const reader = new MomentReader('ymd', 'Europe/Paris');
    expect(reader.read('2025-07-01 12:00')?.toISOString()).toBe('2025-07-01T10:00:00.000Z');
    expect(reader.read('2025-12-01 12:00')?.toISOString()).toBe('2025-12-01T11:00:00.000Z');
  });
});
