import { expect, test } from 'vitest';
import { formatRetryTime } from './retry-time';

const NOON = new Date(2025, 10, 29, 12, 0, 0).getTime();
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
/** Some versions of the locale data separate the hour from "PM" with a narrow space. */
const plain = (text: string) => text.replace(/\s/g, ' ');

test.each([
  [0, 'en', '12:00 PM'],
  [SECOND, 'en', '12:01 PM'],
  [90 * MINUTE, 'en', '1:30 PM'],
  [90 * MINUTE, 'fr', '13:30'],
  [12 * 60 * MINUTE - SECOND, 'en', 'Nov 30, 2025, 12:00 AM'],
  [20 * 60 * MINUTE, 'fr', '30 nov. 2025, 08:00'],
])('%i ms after noon is never too early, in %s: %s', (wait, language, text) => {
  expect(plain(formatRetryTime(NOON + wait, language, NOON))).toBe(text);
});
