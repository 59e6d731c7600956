import { expect, test } from 'vitest';
import { shuffledBySeed } from './nominee-order';

const nominees = Array.from({ length: 12 }, (_, i) => ({
  id: `6f1c1d6e-0000-4000-8000-${String(i).padStart(12, '0')}`,
}));
const seeds = Array.from({ length: 1_200 }, (_, i) => `seed-${i}`);

test('the same seed always gives the same order, whatever the order of the input', () => {
  expect(shuffledBySeed([...nominees].reverse(), 'a')).toEqual(shuffledBySeed(nominees, 'a'));
});

test('every nominee is there exactly once', () => {
  const ids = (list: { id: string }[]) => list.map(({ id }) => id).sort();
  expect(ids(shuffledBySeed(nominees, 'a'))).toEqual(ids(nominees));
});

test('removing a nominee does not move the others', () => {
  const [gone] = nominees;
  const without = shuffledBySeed(nominees.slice(1), 'a');
  expect(without).toEqual(shuffledBySeed(nominees, 'a').filter(({ id }) => id !== gone!.id));
});

test('over many sessions each nominee is first about equally often', () => {
  const timesFirst = new Map<string, number>();
  for (const seed of seeds) {
    const first = shuffledBySeed(nominees, seed)[0]!.id;
    timesFirst.set(first, (timesFirst.get(first) ?? 0) + 1);
  }
  expect(timesFirst.size).toBe(nominees.length);
  for (const times of timesFirst.values()) {
    expect(times).toBeGreaterThan(60); // 100 expected, standard deviation 10.
    expect(times).toBeLessThan(140);
  }
});

test('the input list is not changed', () => {
  const before = [...nominees];
  shuffledBySeed(nominees, 'a');
  expect(nominees).toEqual(before);
});
