import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ImageCache } from './image-cache';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'image-cache-'));
});
afterEach(() => rm(directory, { recursive: true }));

const bytes = (text: string) => Buffer.from(text);

test('returns what was written, also in the next process', async () => {
  await new ImageCache(directory).write('160 https://photos.example/a.jpg', bytes('picture'));
  const cache = new ImageCache(directory);
  expect(await cache.read('160 https://photos.example/a.jpg')).toEqual(bytes('picture'));
  expect(await cache.read('320 https://photos.example/a.jpg')).toBeNull();
});

test('concurrent writes leave one complete file and no temporary ones', async () => {
  const cache = new ImageCache(directory);
  const versions = Array.from({ length: 20 }, (_, version) => `${version}`.repeat(10_000));
  await Promise.all(versions.map((version) => cache.write('key', bytes(version))));

  expect(versions).toContain(String(await cache.read('key')));
  expect(await readdir(directory)).toHaveLength(1);
});

test('stays within its limit by removing the oldest files first', async () => {
  const cache = new ImageCache(directory, { maxBytes: 1000 });
  for (let age = 30; age > 0; age--) {
    const before = await readdir(directory);
    await cache.write(`picture ${age}`, Buffer.alloc(90));
    const written = (await readdir(directory)).filter((name) => !before.includes(name));
    const time = new Date(Date.now() - age * 60_000);
    for (const name of written) await utimes(join(directory, name), time, time);
  }
  const remaining = await readdir(directory);
  expect(remaining.length * 90).toBeLessThanOrEqual(1000);
  expect(remaining.length * 90).toBeGreaterThan(500);
  expect(await cache.read('picture 1')).not.toBeNull();
  expect(await cache.read('picture 30')).toBeNull();
});

test('a failing disk behaves like an empty cache', async () => {
  const notADirectory = join(directory, 'file');
  await writeFile(notADirectory, '');
  const cache = new ImageCache(join(notADirectory, 'cache'));
  await cache.write('key', bytes('picture'));
  expect(await cache.read('key')).toBeNull();
});
