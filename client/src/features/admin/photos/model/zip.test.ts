import {
  BlobWriter,
  TextReader,
  Uint8ArrayReader,
  ZipWriter,
} from '@zip.js/zip.js/lib/zip-core-native.js';
import { expect, test } from 'vitest';
import { MAX_PHOTO_BYTES } from './photo-files';
import { photosInZip } from './zip';

async function zipOf(
  files: Record<string, Uint8Array<ArrayBuffer> | string>,
  options: { password?: string } = {},
): Promise<File> {
  const writer = new ZipWriter(new BlobWriter(), { useWebWorkers: false, ...options });
  for (const [name, content] of Object.entries(files)) {
    const reader =
      typeof content === 'string' ? new TextReader(content) : new Uint8ArrayReader(content);
    await writer.add(name, reader);
  }
  return new File([await writer.close()], 'photos.zip');
}

/** Overwrites a size that a zip declares, in the entry and in the directory. */
async function declaring(size: number, actual: number, file: File): Promise<File> {
  const bytes = Buffer.from(await file.arrayBuffer());
  const [from, to] = [Buffer.alloc(4), Buffer.alloc(4)];
  from.writeUInt32LE(actual);
  to.writeUInt32LE(size);
  for (let at = bytes.indexOf(from); at !== -1; at = bytes.indexOf(from, at + 1))
    to.copy(bytes, at);
  return new File([bytes], file.name);
}

test('photographs are listed, unpacked one by one, and everything else is passed over', async () => {
  const photos = await photosInZip(
    await zipOf({
      'Photos/Mama Njanga.jpg': 'first',
      '../../etc/Zoé.JPG': 'second',
      '__MACOSX/Photos/._Mama Njanga.jpg': 'x',
      'Photos/.DS_Store': 'x',
      'Photos/Thumbs.db': 'x',
      'Photos/list.csv': 'x',
    }),
  );
  expect(photos.map(({ name }) => name)).toEqual(['Photos/Mama Njanga.jpg', '../../etc/Zoé.JPG']);
  expect(await Promise.all(photos.map(async (photo) => (await photo.read()).text()))).toEqual([
    'first',
    'second',
  ]);
});

test('a zip bomb ends at the size limit, declared or not', async () => {
  const size = MAX_PHOTO_BYTES + 1_234_567;
  const bomb = await zipOf({ 'bomb.jpg': new Uint8Array(size) });
  expect(bomb.size).toBeLessThan(100_000);
  for (const file of [bomb, await declaring(1_000, size, bomb)]) {
    const [photo] = await photosInZip(file);
    await expect(photo?.read()).rejects.toMatchObject({ name: 'UnusablePhoto' });
  }
});

test('too many files are refused', async () => {
  const many = Object.fromEntries(Array.from({ length: 501 }, (_none, at) => [`${at}.jpg`, '']));
  await expect(photosInZip(await zipOf(many))).rejects.toMatchObject({ problem: 'tooMany' });
});

test('a zip with a password is told', async () => {
  const file = await zipOf({ 'a.jpg': 'secret' }, { password: 'x' });
  await expect(photosInZip(file)).rejects.toMatchObject({ problem: 'encryptedZip' });
});

test.each([
  ['something else', Buffer.from('<!doctype html>')],
  ['nothing', Buffer.alloc(0)],
])('%s is no zip', async (_case, bytes) => {
  const file = new File([bytes], 'photos.zip');
  await expect(photosInZip(file)).rejects.toMatchObject({ problem: 'notAZip' });
});

test('a truncated zip is no zip', async () => {
  const whole = await zipOf({ 'a.jpg': 'a', 'b.jpg': 'b' });
  const file = new File([whole.slice(0, whole.size / 2)], 'photos.zip');
  await expect(photosInZip(file)).rejects.toMatchObject({ problem: 'notAZip' });
});

test('of a zip of 2 GB, only the directory is read', async () => {
  const real = await zipOf({ 'Ama.jpg': 'photo' });
  let bytesRead = 0;
  const size = 2 * 1024 ** 3;
  // Stands for a file with 2 GB of other data before the zip.
  const huge = {
    name: 'photos.zip',
    size,
    slice(from: number, to: number) {
      bytesRead += to - from;
      const start = size - real.size;
      const blank = new Uint8Array(Math.max(0, Math.min(to, start) - from));
      return new Blob([blank, real.slice(Math.max(0, from - start), Math.max(0, to - start))]);
    },
  };
  Object.setPrototypeOf(huge, File.prototype);
  const [photo] = await photosInZip(huge as unknown as File);
  expect(await (await photo?.read())?.text()).toBe('photo');
  expect(bytesRead).toBeLessThan(5_000_000);
});
