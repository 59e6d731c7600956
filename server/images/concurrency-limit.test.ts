import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { ConcurrencyLimit } from './concurrency-limit';

test('never runs more tasks at once than allowed, and runs them all', async () => {
  const limit = new ConcurrencyLimit(3);
  let running = 0;
  let mostAtOnce = 0;
  const results = await Promise.allSettled(
    Array.from({ length: 20 }, (_, index) =>
      limit.run(async () => {
        mostAtOnce = Math.max(mostAtOnce, ++running);
        await setImmediate();
        running--;
        if (index % 4 === 0) throw new Error('failed');
        return index;
      }),
    ),
  );
  expect(mostAtOnce).toBe(3);
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(15);
});
