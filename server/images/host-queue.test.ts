import { expect, test } from 'vitest';
import { HostQueue } from './host-queue';

/** Work that continues until told to end. */
function endless() {
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { work: () => ended, end };
}

test('the queue has a limit per host and in total, until some are done', async () => {
  const queue = new HostQueue();
  const { work, end } = endless();
  const started = ['a', 'b', 'c', 'd'].flatMap((host) =>
    Array.from({ length: 100 }, () => queue.run(host, work)),
  );
  expect(started).not.toContain(null);
  expect(queue.run('a', work)).toBeNull();
  expect(queue.run('e', work)).toBeNull();
  end();
  await Promise.all(started);
  await expect(queue.run('a', async () => 'done')).resolves.toBe('done');
});

test('a full host leaves room for others, and failed work frees its place', async () => {
  const queue = new HostQueue();
  const { work, end } = endless();
  const started = Array.from({ length: 100 }, () => queue.run('a', work));
  expect(queue.run('a', work)).toBeNull();
  for (let times = 0; times < 200; times++) {
    const failed = queue.run('b', () => Promise.reject(new Error('away')));
    await expect(failed).rejects.toThrow('away');
  }
  end();
  await Promise.all(started);
});
