import { expect, test } from 'vitest';
import { strongest, sumOfVotes } from './leaders';

const on = (day: string, votes: number) => ({ day, votes });

test('the strongest day is the first of those with the most votes', () => {
  expect(strongest([on('a', 1), on('b', 7), on('c', 7)])?.day).toBe('b');
});

test('there is no strongest day without votes', () => {
  expect(strongest([on('a', 0), on('b', 0)])).toBeUndefined();
  expect(strongest([])).toBeUndefined();
  expect(sumOfVotes([])).toBe(0);
});
