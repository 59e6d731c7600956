import { describe, expect, test } from 'vitest';
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
const NAMES = { name: 'Song', nameFr: 'Chanson' };
type CategoryVotes = ClosingFigures['votesByCategory'][number];
const song = (votes: number, id = 'song-1'): CategoryVotes => ({
  id,
  ...NAMES,
  votes,
});
/** Earlier releases stored categories without an id. */
const withoutId = (votes: number): CategoryVotes => ({ ...NAMES, votes });
const figures = (changes: Partial<ClosingFigures> = {}): ClosingFigures => ({
  lines: [line],
  fees: [{ provider: 'campay', currency: 'XAF', fee: 8, net: 392 }],
  votesByCategory: [song(4)],
  open: { pending: 0, flagged: 0, differences: 0, notCompared: 0 },
  ...changes,
});
const rowsOf = (before: ClosingFigures, after: ClosingFigures) =>
  correctionsBetween(before, after).map(({ provider, category, figure, closed, now }) => [
    provider ?? category?.name,
    figure,
    closed,
    now,
  ]);

test('there is no correction when only open items were settled', () => {
  const open = { pending: 3, flagged: 1, differences: 2, notCompared: 1 };
  expect(correctionsBetween(figures({ open }), figures())).toEqual([]);
});

test('a refund shows in each figure that it changes', () => {
  const refunded = figures({
    lines: [{ ...line, refunded: 200, votes: 2, asked: 200 }],
    votesByCategory: [song(2)],
  });
  expect(rowsOf(figures(), refunded)).toEqual([
    ['campay', 'refunded', 0, 200],
    ['campay', 'votes', 4, 2],
    ['campay', 'asked', 400, 200],
    ['Song', 'votes', 4, 2],
  ]);
});

test('added and removed figures are listed', () => {
  const none = figures({ lines: [], fees: [], votesByCategory: [] });
  expect(rowsOf(none, figures())).toContainEqual(['campay', 'taken', 0, 400]);
  expect(rowsOf(figures(), none)).toContainEqual(['campay', 'net', 392, 0]);
});

describe('two categories with the same name', () => {
  const of = (...votesByCategory: CategoryVotes[]) => figures({ votesByCategory });

  test('each has a separate correction', () => {
    const changes = correctionsBetween(
      of(song(4, 'a'), song(6, 'b')),
      of(song(3, 'a'), song(5, 'b')),
    );
    expect(changes).toEqual([
      expect.objectContaining({ category: { id: 'a', ...NAMES }, closed: 4, now: 3 }),
      expect.objectContaining({ category: { id: 'b', ...NAMES }, closed: 6, now: 5 }),
    ]);
  });

  test('votes that moved from one to the other are shown', () => {
    expect(rowsOf(of(song(4, 'a'), song(6, 'b')), of(song(6, 'a'), song(4, 'b')))).toEqual([
      ['Song', 'votes', 4, 6],
      ['Song', 'votes', 6, 4],
    ]);
  });

  test('a renamed category is still the same one', () => {
    const renamed = { id: 'a', name: 'Best Song', nameFr: null };
    expect(rowsOf(of(song(4, 'a')), of({ ...renamed, votes: 4 }))).toEqual([]);
    expect(rowsOf(of(song(4, 'a')), of({ ...renamed, votes: 3 }))).toEqual([
      ['Best Song', 'votes', 4, 3],
    ]);
  });

  test('closings without ids are compared by the votes summed per name', () => {
    const closed = of(withoutId(4), withoutId(6));
    expect(rowsOf(closed, of(song(5, 'a'), song(5, 'b')))).toEqual([]);
    const [change, ...others] = correctionsBetween(closed, of(song(4, 'a'), song(5, 'b')));
    expect(change).toMatchObject({ category: { id: null, ...NAMES }, closed: 10, now: 9 });
    expect(others).toEqual([]);
    expect(rowsOf(closed, of(withoutId(6), withoutId(4)))).toEqual([]);
  });
});
