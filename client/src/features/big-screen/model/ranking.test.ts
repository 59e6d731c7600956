import { expect, test } from 'vitest';
import type { Nomination } from '#shared/contracts/catalog';
import { ranked } from './ranking';

const nominee = (name: string, changes: Partial<Nomination>) =>
  ({ id: name, artist: { name }, voteCount: null, standing: null, ...changes }) as Nomination;
const rankedNames = (nominations: Nomination[]) =>
  ranked(nominations).map(({ nomination, standing }) => [
    nomination.artist.name,
    standing?.place ?? null,
    standing?.share ?? null,
  ]);

test('ranks and shares are computed from totals', () => {
  const nominees = [
    nominee('Ada', { voteCount: 10 }),
    nominee('Bea', { voteCount: 30 }),
    nominee('Cleo', { voteCount: 10 }),
  ];
  expect(rankedNames(nominees)).toEqual([
    ['Bea', 1, 60],
    ['Ada', 2, 20],
    ['Cleo', 2, 20],
  ]);
});

test('ranks from the server are used as they are', () => {
  const two = [
    nominee('Ada', { standing: { place: 2, share: 40 } }),
    nominee('Bea', { standing: { place: 1, share: 60 } }),
  ];
  expect(rankedNames(two)).toEqual([
    ['Bea', 1, 60],
    ['Ada', 2, 40],
  ]);
});

test('without totals and ranks the nominees are sorted by name', () => {
  expect(rankedNames([nominee('Bea', {}), nominee('Ada', {})])).toEqual([
    ['Ada', null, null],
    ['Bea', null, null],
  ]);
});
