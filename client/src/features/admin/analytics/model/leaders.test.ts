import { expect, test } from 'vitest';
import { sumOfVotes, withMostVotes } from './leaders';

const on = (day: string, votes: number) => ({ day, votes });

test('of several days with the most votes, the first is returned', () => {
  expect(withMostVotes([on('a', 1), on('b', 7), on('c', 7)])?.day).toBe('b');
});

test('no day has the most votes when there are no votes', () => {
  expect(withMostVotes([on('a', 0), on('b', 0)])).toBeUndefined();
  expect(withMostVotes([])).toBeUndefined();
  expect(sumOfVotes([])).toBe(0);
});
