import { expect, test } from 'vitest';
import { detailsKeptUntil, revocableErasure } from './retention';

const day = (number: number) => new Date(Date.UTC(2026, 0, number));
/** Voting closes on the first: details are stored until the eleventh. */
const kept = (holdUntil: Date | null) => ({
  closesAt: day(1),
  retentionDays: 10,
  hold: holdUntil && { until: holdUntil, retentionDaysBefore: 30 },
});

test.each([
  ['as planned', null, day(11)],
  ['as planned, whatever held it before', day(5), day(11)],
  ['as long as the change that shortened it can be taken back', day(12), day(12)],
])('details are stored %s', (_what, holdUntil, until) => {
  expect(detailsKeptUntil(kept(holdUntil))).toEqual(until);
});

test('nothing is erased while no end of voting is set, held or not', () => {
  expect(detailsKeptUntil({ ...kept(null), closesAt: null })).toBeNull();
  expect(detailsKeptUntil({ ...kept(day(12)), closesAt: null })).toBeNull();
});

test.each([
  ['can be taken back before its hold ends', day(11), day(12)],
  ['cannot be taken back once that has ended', day(12), null],
])('an erasure %s', (_what, now, until) => {
  expect(revocableErasure(kept(day(12)), now)).toEqual(until);
});
