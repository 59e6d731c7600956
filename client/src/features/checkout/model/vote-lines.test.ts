import { expect, test } from 'vitest';
import { originFirst, type VoteOption, voteLinesOf, votesFor, votesOnlyFor } from './vote-lines';

const option = (nominationId: string): VoteOption => ({
  nominationId,
  categoryId: `category of ${nominationId}`,
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

test('votes are clamped to the range that the organiser has set', () => {
  const range = { min: 5, max: 20 };
  const voteCounts = [0, 1, 5, 12, 20, 21].map((song) => votesFor({ song }, 'song', range));
  expect(voteCounts).toEqual([0, 5, 5, 12, 20, 20]);
  expect(voteLinesOf(options, { song: 50, video: 0 }, range)).toEqual([
    { nominationId: 'song', voteCount: 20 },
    { nominationId: 'live', voteCount: 5 },
  ]);
});

test('the category that the voter comes from is first, and the others keep their order', () => {
  const order = (origin: string | null) =>
    originFirst(options, origin).map(({ nominationId }) => nominationId);
  expect(order('category of live')).toEqual(['live', 'song', 'video']);
  expect(order('another')).toEqual(['song', 'video', 'live']);
  expect(order(null)).toEqual(['song', 'video', 'live']);
});

test('the only category with votes keeps them, and gets the default when it had none', () => {
  expect(votesOnlyFor(options, { song: 7, video: 3 }, 'song')).toEqual({
    song: 7,
    video: 0,
    live: 0,
  });
  expect(votesOnlyFor(options, { live: 0 }, 'live')).toEqual({ song: 0, video: 0, live: 2 });
});
