import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { inTime } from './in-time';

const hanging = (signal: AbortSignal) =>
  new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
  });

test('a request that hangs ends in time, whatever garbage is collected meanwhile', async () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage: () => void = runInNewContext('gc');
  const asked = inTime(200, hanging, new AbortController().signal);
  setTimeout(collectGarbage, 20);
  await expect(asked).rejects.toMatchObject({ name: 'TimeoutError' });
});

test('nobody who waits no more is waited for', async () => {
  const leaving = new AbortController();
  const asked = inTime(60_000, hanging, leaving.signal);
  leaving.abort();
  await expect(asked).rejects.toMatchObject({ name: 'AbortError' });
  await expect(inTime(60_000, async (signal) => signal.aborted, leaving.signal)).resolves.toBe(
    true,
  );
});
