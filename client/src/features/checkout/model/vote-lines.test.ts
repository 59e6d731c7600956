import { expect, test } from 'vitest';
import type { ArtistParameter } from '#shared/contracts/checkout';
import { isVoteCount, type VoteOption, voteLinesOf, voteOptionsOf, votesFor } from './vote-lines';

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

test('a category of an address without its nomination waits for the server', () => {
  const [song, video] = options;
  const names = { name: 'Best live act', nameFr: null };
  const artist = { categories: [song, names, video] } as ArtistParameter;
  expect(voteOptionsOf(artist, undefined)).toEqual([song, video]);
});

test.each([0, 1, 100])('%d votes are within the range', (votes) => {
  expect(isVoteCount(votes)).toBe(true);
});

test.each([-1, 101, 2.5, Number.NaN])('%d votes are outside the range', (votes) => {
  expect(isVoteCount(votes)).toBe(false);
});
