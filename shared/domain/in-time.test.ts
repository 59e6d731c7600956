import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { inTime } from './in-time';

const hanging = (signal: AbortSignal) =>
  new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
  });

test('a request that hangs is aborted in time, even after a garbage collection', async () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage: () => void = runInNewContext('gc');
  const request = inTime(200, hanging, new AbortController().signal);
  setTimeout(collectGarbage, 20);
  await expect(request).rejects.toMatchObject({ name: 'TimeoutError' });
});

test('a request that its caller aborts ends at once', async () => {
  const controller = new AbortController();
  const request = inTime(60_000, hanging, controller.signal);
  controller.abort();
  await expect(request).rejects.toMatchObject({ name: 'AbortError' });
  await expect(inTime(60_000, async (signal) => signal.aborted, controller.signal)).resolves.toBe(
    true,
  );
});
