import { expect, test } from 'vitest';
import { dayText, hourText, zoneText } from './time-text';

const plain = (text: string) => text.replace(/\s/g, ' ');

test('a day is shown as the same date whatever the browser’s time zone', () => {
  expect(dayText('2025-11-28', 'en', 'short')).toBe('Nov 28');
  expect(dayText('2025-11-28', 'fr', 'short')).toBe('28 nov.');
  expect(dayText('2025-11-28', 'en', 'full')).toBe('Fri, Nov 28');
  expect(dayText('2025-11-28', 'fr', 'full')).toBe('ven. 28 nov.');
});

test('an hour is shown in the event’s time zone', () => {
  const at = '2025-11-28T23:00:00Z';
  expect(plain(hourText(at, 'en', 'Africa/Douala', 'short'))).toMatch(/^Sat,? 12 AM$/);
  expect(plain(hourText(at, 'fr', 'Africa/Douala', 'short'))).toBe('sam. 00 h');
  expect(plain(hourText(at, 'fr', 'Africa/Douala', 'full'))).toBe('sam. 29 nov., 0:00');
  expect(plain(hourText('2025-11-28T18:30:00Z', 'fr', 'Asia/Kolkata', 'full'))).toBe(
    'sam. 29 nov., 0:00',
  );
});

test('the time zone is named by its offset from UTC', () => {
  const at = '2025-11-28T23:00:00Z';
  expect(zoneText(at, 'en', 'Africa/Douala')).toBe('GMT+1');
  expect(zoneText(at, 'fr', 'Africa/Douala')).toBe('UTC+1');
});
