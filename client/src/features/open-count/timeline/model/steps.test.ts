import { describe, expect, test } from 'vitest';
import {
  byVotes,
  partsOf,
  periodOf,
  type Steps,
  stepTimes,
  stepWithMostVotes,
  sumsOf,
} from './steps';

const nominee = (artistName: string, votes: number[], changes: object = {}) => ({
  nominationId: artistName,
  artistName,
  before: 0,
  votes,
  payments: votes.map((count) => (count > 0 ? 1 : 0)),
  takenBack: votes.map(() => 0),
  ...changes,
});
const steps: Steps = {
  from: '2026-11-28T19:00:00.000Z',
  until: '2026-11-28T19:13:00.000Z',
  stepMinutes: 5,
  steps: 3,
  nominations: [
    nominee('Aïcha', [3, 0, 2], { before: 10 }),
    nominee('Blick', [0, 20, -1], { takenBack: [0, 0, 1] }),
    nominee('Charlotte', [1, 0, 0]),
  ],
};

describe('the steps of a timeline', () => {
  test('add up to totals, including what was counted before', () => {
    expect(steps.nominations.map(sumsOf)).toEqual([
      [13, 13, 15],
      [0, 20, 19],
      [1, 1, 1],
    ]);
    expect(byVotes(steps).map(({ artistName }) => artistName)).toEqual([
      'Blick',
      'Aïcha',
      'Charlotte',
    ]);
  });

  test('have a start and an end', () => {
    const [from, to] = stepTimes(steps, 2).map((at) => new Date(at).toISOString());
    expect([from, to]).toEqual(['2026-11-28T19:10:00.000Z', '2026-11-28T19:15:00.000Z']);
  });

  test('start at the one with the most votes', () => {
    expect(stepWithMostVotes(steps)).toBe(1);
    expect(stepWithMostVotes({ ...steps, nominations: [] })).toBe(0);
  });

  test('list their nominees, without those who got no votes', () => {
    expect(partsOf(steps, 0)).toMatchObject([
      { artistName: 'Aïcha', votes: 3, payments: 1, takenBack: 0 },
      { artistName: 'Charlotte', votes: 1 },
    ]);
    expect(partsOf(steps, 2)).toMatchObject([
      { artistName: 'Aïcha', votes: 2 },
      { artistName: 'Blick', votes: -1, payments: 0, takenBack: 1 },
    ]);
  });
});

test('a period ends with the last vote', () => {
  const to = steps.until;
  expect(periodOf('all', to)).toBeNull();
  expect(periodOf('hour', to)).toEqual({ from: '2026-11-28T18:13:00.000Z', to });
  expect(periodOf('day', to)).toEqual({ from: '2026-11-27T19:13:00.000Z', to });
  expect(periodOf('week', to)).toEqual({ from: '2026-11-21T19:13:00.000Z', to });
});
