import { expect, test } from 'vitest';
import { knownReasons } from './known-reasons';

test('a reason without a text counts as unknown, sorted by count', () => {
  expect(
    knownReasons([
      { reason: 'declined', payments: 5 },
      { reason: 'of-a-later-release', payments: 4 },
      { reason: 'unknown', payments: 3 },
      { reason: 'expired', payments: 4 },
    ]),
  ).toEqual([
    { reason: 'unknown', payments: 7, ofAll: 7 / 16 },
    { reason: 'declined', payments: 5, ofAll: 5 / 16 },
    { reason: 'expired', payments: 4, ofAll: 4 / 16 },
  ]);
});

test('there are no reasons when nothing failed', () => {
  expect(knownReasons([])).toEqual([]);
});
