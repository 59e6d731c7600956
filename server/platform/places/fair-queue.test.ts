import { setImmediate as tick } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { FairQueue } from './fair-queue';

function createQueue(atOnce: number) {
  const queue = new FairQueue({ kind: 'drawings', atOnce, max: 8, maxPerAsker: 5 });
  const started: string[] = [];
  const finish: (() => void)[] = [];
  const ask = (asker: string, name: string) =>
    queue.run(asker, () => {
      started.push(name);
      return new Promise<string>((resolve) => finish.push(() => resolve(name)));
    });
  const finishOne = async () => {
    finish.shift()?.();
    await tick();
  };
  return { ask, started, finishOne };
}

test('those who ask take turns, whoever has more tasks', async () => {
  const { ask, started, finishOne } = createQueue(1);
  for (let nth = 1; nth <= 4; nth++) void ask('flood', `flood ${nth}`);
  void ask('voter', 'voter 1');
  void ask('voter', 'voter 2');
  void ask('other', 'other 1');
  for (let nth = 0; nth < 7; nth++) await finishOne();
  expect(started).toEqual([
    'flood 1',
    'flood 2',
    'voter 1',
    'other 1',
    'flood 3',
    'voter 2',
    'flood 4',
  ]);
});

test('as many run at once as may', async () => {
  const { ask, started, finishOne } = createQueue(2);
  for (const name of ['a', 'b', 'c', 'd']) void ask(name, name);
  await tick();
  expect(started).toEqual(['a', 'b']);
  await finishOne();
  expect(started).toEqual(['a', 'b', 'c']);
});

test('one asker, and all together, have a limited number of places, and give them back', async () => {
  const { ask, finishOne } = createQueue(1);
  const flood = Array.from({ length: 6 }, () => ask('flood', 'flood'));
  expect(flood.filter((task) => task === null)).toHaveLength(1);
  const others = ['a', 'b', 'c', 'd'].map((name) => ask(name, name));
  expect(others.map((task) => task === null)).toEqual([false, false, false, true]);
  await tick();
  await finishOne();
  expect(ask('d', 'd')).not.toBeNull();
});

test('a task that fails gives its place back', async () => {
  const queue = new FairQueue({ kind: 'drawings', atOnce: 1, max: 1, maxPerAsker: 1 });
  await expect(queue.run('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await queue.run('a', async () => 'drawn')).toBe('drawn');
});
