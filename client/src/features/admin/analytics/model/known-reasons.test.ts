import { expect, test } from 'vitest';
import { knownReasons } from './known-reasons';

test('what has no words counts as unknown, in its place by number', () => {
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

test('where nothing failed there are no reasons', () => {
  expect(knownReasons([])).toEqual([]);
});
