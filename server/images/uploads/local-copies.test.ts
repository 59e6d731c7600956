import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ImageCache } from '../image-cache';
import { LocalCopies } from './local-copies';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'local-copies-'));
});
afterEach(() => rm(directory, { recursive: true }));

test('invented names use up no memory and block no existing picture', async () => {
  const cache = new ImageCache(directory);
  await cache.write('known', Buffer.from('picture'));
  let answer: () => void = () => undefined;
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const copies = new LocalCopies({ read: () => answered.then(() => null) }, cache);

  const flood = Array.from({ length: 1_000 }, (_, index) => copies.get(`made up ${index}`));
  let refused = 0;
  for (const request of flood) request.catch(() => refused++);
  await expect.poll(() => refused).toBe(500);
  expect(await copies.get('known')).toEqual(Buffer.from('picture'));
  await expect(copies.get('one more')).rejects.toMatchObject({ status: 503 });

  answer();
  await Promise.allSettled(flood);
  expect(await copies.get('one more')).toBeNull();
});
