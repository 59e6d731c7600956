import { expect, test } from 'vitest';
import { type VoteOption, voteLinesOf, votesFor } from './vote-lines';

const option = (nominationId: string): VoteOption => ({
  nominationId,
  name: nominationId,
  nameFr: null,
});
const options = [option('song'), option('video'), option('live')];

test('an untouched category has 2 votes', () => {
  expect(votesFor({}, 'song', { min: 0, max: 100 })).toBe(2);
});

test('only categories with votes are sent', () => {
  expect(voteLinesOf(options, { song: 7, video: 0 }, { min: 0, max: 100 })).toEqual([
    { nominationId: 'song', voteCount: 7 },
    { nominationId: 'live', voteCount: 2 },
  ]);
});

test('votes are brought into the range that the organiser has set', () => {
  const range = { min: 5, max: 20 };
  const got = [0, 1, 5, 12, 20, 21].map((song) => votesFor({ song }, 'song', range));
  expect(got).toEqual([0, 5, 5, 12, 20, 20]);
  expect(voteLinesOf(options, { song: 50, video: 0 }, range)).toEqual([
    { nominationId: 'song', voteCount: 20 },
    { nominationId: 'live', voteCount: 5 },
  ]);
});
