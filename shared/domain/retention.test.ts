import { expect, test } from 'vitest';
import { detailsKeptUntil, revocableErasure } from './retention';

const day = (number: number) => new Date(Date.UTC(2026, 0, number));
/** Voting closes on the first: details are stored until the eleventh. */
const retention = (holdUntil: Date | null) => ({
  closesAt: day(1),
  retentionDays: 10,
  hold: holdUntil && { until: holdUntil, retentionDaysBefore: 30 },
});

test.each([
  ['as planned', null, day(11)],
  ['as planned, whatever held it before', day(5), day(11)],
  ['as long as the change that shortened their retention can be undone', day(12), day(12)],
])('details are stored %s', (_what, holdUntil, until) => {
  expect(detailsKeptUntil(retention(holdUntil))).toEqual(until);
});

test('nothing is erased while no end of voting is set, with or without a hold', () => {
  expect(detailsKeptUntil({ ...retention(null), closesAt: null })).toBeNull();
  expect(detailsKeptUntil({ ...retention(day(12)), closesAt: null })).toBeNull();
});

test.each([
  ['can be undone before its hold ends', day(11), day(12)],
  ['cannot be undone once its hold has ended', day(12), null],
])('an erasure %s', (_what, now, until) => {
  expect(revocableErasure(retention(day(12)), now)).toEqual(until);
});
