import { expect, test } from 'vitest';
import type { ClosingFigures } from '#shared/contracts/books';
import { correctionsBetween } from './corrections';

const line = {
  provider: 'campay',
  currency: 'XAF' as const,
  payments: 2,
  taken: 400,
  refunded: 0,
  disputed: 0,
  partlyReturned: 0,
  votes: 4,
  asked: 400,
  difference: 0,
};
const figures = (changes: Partial<ClosingFigures> = {}): ClosingFigures => ({
  lines: [line],
  fees: [{ provider: 'campay', currency: 'XAF', fee: 8, net: 392 }],
  votesByCategory: [{ name: 'Song', nameFr: 'Chanson', votes: 4 }],
  open: { pending: 0, flagged: 0, differences: 0, notCompared: 0 },
  ...changes,
});
const short = (before: ClosingFigures, after: ClosingFigures) =>
  correctionsBetween(before, after).map(({ provider, category, figure, closed, now }) => [
    provider ?? category?.name,
    figure,
    closed,
    now,
  ]);

test('nothing has changed, whatever was settled meanwhile', () => {
  const open = { pending: 3, flagged: 1, differences: 2, notCompared: 1 };
  expect(correctionsBetween(figures({ open }), figures())).toEqual([]);
});

test('a refund shows in each figure that it changed', () => {
  const refunded = figures({
    lines: [{ ...line, refunded: 200, votes: 2, asked: 200 }],
    votesByCategory: [{ name: 'Song', nameFr: 'Chanson', votes: 2 }],
  });
  expect(short(figures(), refunded)).toEqual([
    ['campay', 'refunded', 0, 200],
    ['campay', 'votes', 4, 2],
    ['campay', 'asked', 400, 200],
    ['Song', 'votes', 4, 2],
  ]);
});

test('what was not there before, and what is not there any more', () => {
  const none = figures({ lines: [], fees: [], votesByCategory: [] });
  expect(short(none, figures())).toContainEqual(['campay', 'taken', 0, 400]);
  expect(short(figures(), none)).toContainEqual(['campay', 'net', 392, 0]);
});
