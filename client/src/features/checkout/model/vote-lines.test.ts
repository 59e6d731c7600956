import { expect, test } from 'vitest';
import { isVoteCount, type VoteOption, voteLinesOf, votesFor } from './vote-lines';

const option = (nominationId: string): VoteOption => ({
  nominationId,
  name: nominationId,
  nameFr: null,
});
const options = [option('song'), option('video'), option('live')];

test('an untouched category has 2 votes', () => {
  expect(votesFor({}, 'song')).toBe(2);
});

test('only categories with votes are sent', () => {
  expect(voteLinesOf(options, { song: 7, video: 0 })).toEqual([
    { nominationId: 'song', voteCount: 7 },
    { nominationId: 'live', voteCount: 2 },
  ]);
});

test.each([0, 1, 100])('%d votes are within the range', (votes) => {
  expect(isVoteCount(votes)).toBe(true);
});

test.each([-1, 101, 2.5, Number.NaN])('%d votes are outside the range', (votes) => {
  expect(isVoteCount(votes)).toBe(false);
});
