import { expect, test } from 'vitest';
import { isVoteCount, totalVotesOf, type VoteOption, voteLinesOf, votesFor } from './vote-lines';

const line = (categoryId: string, nominationId: string | null): VoteOption => ({
  categoryId,
  nominationId,
  name: categoryId,
  nameFr: null,
});
const options = [line('song', 'n1'), line('video', 'n2'), line('live', 'n3')];

test('an untouched category has 2 votes', () => {
  expect(votesFor({}, 'song')).toBe(2);
  expect(totalVotesOf(options, { video: 0 })).toBe(4);
});

test('only categories with votes are sent', () => {
  expect(voteLinesOf(options, { song: 7, video: 0 })).toEqual([
    { nominationId: 'n1', voteCount: 7 },
    { nominationId: 'n3', voteCount: 2 },
  ]);
});

test('nothing is sent for a category that only the address names', () => {
  expect(voteLinesOf([line('song', null)], {})).toEqual([]);
});

test.each([0, 1, 100])('%d votes are within the range', (votes) => {
  expect(isVoteCount(votes)).toBe(true);
});

test.each([-1, 101, 2.5, Number.NaN])('%d votes are outside the range', (votes) => {
  expect(isVoteCount(votes)).toBe(false);
});
