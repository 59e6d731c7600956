import { describe, expect, test } from 'vitest';
import { MomentReader, SwappedDates, zoneInHeading } from './moments';

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
    '24/11/2026-10:05',
    '24/11/2026_10:05',
    '24/11/2026 - 10:05',
    'mardi 24/11/2026 10:05',
    'Mar. 24/11/2026 10:05',
    'Tuesday, 24/11/2026 10:05',
    'Le 24/11/2026 à 10:05',
    'Le mardi 24 novembre 2026 à 10h05',
    '24/11/2026 10.05',
    '24/11/2026 10.05.00',
    '24-NOV-26 10.05.00.000000 AM',
    '24-NOV-26 10.05.00.000000 AM +01:00',
    '24-NOV-26 10.05.00 AM',
    'Tue Nov 24 10:05:00 WAT 2026',
    'Tue Nov 24 09:05:00 UTC 2026',
    'Tue Nov 24 10:05:00 2026',
    'Tue Nov 24 2026 10:05:00 GMT+0100 (West Africa Standard Time)',
    'Tue Nov 24 2026 10:05:00 GMT+0100 (heure normale d’Afrique de l’Ouest)',
    '2026-11-24 09:05:00 +0000 UTC',
    '2026-11-24 10:05:00 +0100 WAT',
    '20261124 10:05',
    '20261124T10:05:00',
    '20261124-100500',
    '20261124T090500Z',
    '20261124T100500+0100',
    '24/11/2026 10:05 hrs',
    '24/11/2026 10:05 CET',
    '24/11/2026 10:05:00:123',
  ])('%j is 24 November 2026 at 10:05 in Douala', (text) => {
    const read = new MomentReader('dmy', 'Africa/Douala').read(text);
    expect(read?.toISOString()).toBe('2026-11-24T09:05:00.000Z');
  });

  test.each([
    ['24/11/2026-23:30', '2026-11-24T22:30:00.000Z'],
    ['24/11/2026 10:05 -14:00', '2026-11-25T00:05:00.000Z'],
    ['mardi 24/11/2026', '2026-11-23T23:00:00.000Z'],
    ['20261124', '2026-11-23T23:00:00.000Z'],
    // Neither seconds since 1970 nor a month and a half later.
    ['2026112410', '2026-11-24T09:00:00.000Z'],
    ['202611241005', '2026-11-24T09:05:00.000Z'],
  ])('%j is %s', (text, expected) => {
    const read = new MomentReader('dmy', 'Africa/Douala').read(text);
    expect(read?.toISOString()).toBe(expected);
  });

  test.each([
    ['24/11/2026', '10:00'],
    ['24/11/2026', '10h00'],
    ['24/11/26', '10:00:00 AM'],
    ['2026-11-24 00:00:00', '10:00:00'],
    ['24 novembre 2026', '10:00'],
    ['46350', '0.416666667'],
    ['2026-11-24', '1899-12-31 10:00:00'],
    ['20261124', '100000'],
    ['24/11/2026', '100000'],
    ['20261124', '10:00'],
    // Midnight is no time of day here, so that its zone is none of the other column.
    ['2026-11-24T00:00:00Z', '10:00:00'],
    ['2026-11-24T00:00:00.000+00:00', '10:00:00'],
    ['24/11/2026', '10:00 WAT'],
    ['24/11/2026', '09:00:00Z'],
    ['24/11/2026', '10.00'],
    ['24/11/2026', '10.00.00 AM'],
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
    '24/11/1926',
    '24/11/2126',
    '261105100533',
    '2026112425',
    '24/11/2026 +01:00',
    '24/11/2026 UTC',
    '24/11/2026 10:05 -23:30',
    '24/11/2026 10:05 +14:30',
    '24/11/2026 10:05 +01:75',
    '24/11/2026 10:05 +0100 UTC',
    'Total 24/11/2026',
    'Total 24 novembre 2026',
    '08:00 17:00',
    '10:00 10:05',
    `10:00${' ,'.repeat(10_000)}`,
  ])('%j is no moment', (text) => {
    expect(new MomentReader('dmy', 'Africa/Douala').read(text)).toBeNull();
  });

  test.each([
    ['24/11/2026', '0.25', '2026-11-24T05:00:00.000Z'],
    ['24/11/2026', '00.25', '2026-11-23T23:25:00.000Z'],
    ['24/11/2026', '1005', undefined],
    ['24/11/2026', '100575', undefined],
    ['24/11/2026', '10:05 -23:30', undefined],
  ])('the day %j and the hour %j are %s', (date, time, expected) => {
    const read = new MomentReader('dmy', 'Africa/Douala').read(date, time);
    expect(read?.toISOString()).toBe(expected);
  });

  test('observes summer time where there is one', () => {
    const reader = new MomentReader('ymd', 'Europe/Paris');
    expect(reader.read('2025-07-01 12:00')?.toISOString()).toBe('2025-07-01T10:00:00.000Z');
    expect(reader.read('2025-12-01 12:00')?.toISOString()).toBe('2025-12-01T11:00:00.000Z');
  });
});

test.each([
  ['Date (UTC)', 'UTC'],
  ['date_utc', 'UTC'],
  ['createdAtUtc', 'UTC'],
  ['dateUTC', 'UTC'],
  ['Heure GMT', 'UTC'],
  ['Date (UTC+0)', 'UTC'],
  ['Date (GMT+1)', 'Etc/GMT-1'],
  ['Date [UTC+01:00]', 'Etc/GMT-1'],
  ['Date UTC +0100', 'Etc/GMT-1'],
  ['Date (UTC\u22125)', 'Etc/GMT+5'],
  ['Date (WAT)', 'Etc/GMT-1'],
  ['Date (GMT+5:30)', null],
  ['Date (GMT+15)', null],
  ['Date (UTC-13)', null],
  ['Date de cet achat', null],
  ['Outcome', null],
  ['', null],
])('the heading %j has the zone %s', (heading, zone) => {
  expect(zoneInHeading(heading)).toBe(zone);
});

test('a zone of a heading is one of moments without their own', () => {
  const reader = new MomentReader('dmy', zoneInHeading('Date (GMT+2)') ?? '');
  expect(reader.read('24/11/2026 10:05')?.toISOString()).toBe('2026-11-24T08:05:00.000Z');
  expect(reader.read('24/11/2026 10:05 UTC')?.toISOString()).toBe('2026-11-24T10:05:00.000Z');
});

test.each<[string[], boolean]>([
  [['2026-04-03 10:05:00', '24/11/2026 10:05', '', 'Total'], true],
  [['24.11.26', '2026-12-11'], true],
  [['2026-04-03 10:05:00', '2026-12-11'], false],
  [['24/11/2026', '13/11/2026'], false],
  // A day that no month can be, or that a spreadsheet would have swapped.
  [['2026-04-03', '24/11/2026', '2026-11-13'], false],
  [['2026-04-03', '24/11/2026', '12/11/2026'], false],
  [[], false],
])('days and months of %j were swapped: %s', (texts, areLikely) => {
  const dates = new SwappedDates();
  for (const text of texts) dates.add(text);
  expect(dates.areLikely).toBe(areLikely);
});
