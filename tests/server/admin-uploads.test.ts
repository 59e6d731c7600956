import { readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anAdministrator } from '../support/administrator';
import { startTestApp, type TestApp } from '../support/app';

const MB = 1024 * 1024;

let app: TestApp;
let admin: Awaited<ReturnType<typeof anAdministrator>>;
beforeAll(async () => {
  app = await startTestApp();
  admin = await anAdministrator(app);
});
afterAll(() => app.close());

const upload = (bytes: Buffer, type = 'image/png') =>
  admin.post('/api/admin/uploads').set('Content-Type', type).send(bytes);

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#F5B82E' } });

const storedFiles = async () => readdir(join(app.config.dataDir, 'uploads')).catch(() => []);

test('a photograph is scaled down, and may be cached forever', async () => {
  const photograph = await plain(2400, 1800).jpeg().toBuffer();
  const { body } = await upload(photograph, 'image/jpeg').expect(201);
  expect(body).toEqual({ url: expect.stringMatching(/^\/uploads\/[0-9a-f]{32}\.webp$/) });

  const answer = await app.http.get(body.url).expect(200).expect('Content-Type', 'image/webp');
  expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  expect(answer.headers['x-content-type-options']).toBe('nosniff');
  const metadata = await sharp(answer.body).metadata();
  expect(metadata).toMatchObject({ format: 'webp', width: 1600, height: 1200 });
});

test('a photograph is rotated upright, and stripped of location and camera data', async () => {
  const photograph = await plain(400, 300)
    .withExif({ IFD0: { Make: 'Camera' }, IFD3: { GPSLatitudeRef: 'N' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  const { body } = await upload(photograph, 'image/jpeg').expect(201);
  const metadata = await sharp((await app.http.get(body.url).expect(200)).body).metadata();
  expect(metadata).toMatchObject({ width: 300, height: 400 });
  expect(metadata.exif).toBeUndefined();
});

test('a picture that the folder does not accept is refused with that reason', async () => {
  const picture = await plain(10, 10).png().toBuffer();
  const folder = join(app.config.dataDir, 'uploads');
  await rename(folder, `${folder}-away`);
  try {
    // Nothing can be stored in a file, whoever runs the server.
    await writeFile(folder, '');
    const { body } = await upload(picture).expect(503);
    expect(body.code).toBe('not-stored');
    expect(app.logs.some((line) => line.includes('"alarm":"uploads"'))).toBe(true);
  } finally {
    await rm(folder);
    await rename(`${folder}-away`, folder);
  }
  await upload(picture).expect(201);
});

test('the same picture twice has two addresses, and an artist may use either', async () => {
  const picture = await plain(10, 10).png().toBuffer();
  const [first, second] = await Promise.all([upload(picture), upload(picture)]);
  expect(first.body.url).not.toBe(second.body.url);
  const { id: categoryId } = await app.given.category();
  await admin
    .post('/api/admin/artists')
    .send({ name: 'Seen', photoUrl: first.body.url, nominations: [{ categoryId }] })
    .expect(201);
});

describe('an invalid file is rejected, and nothing of it is stored', () => {
  let before: string[];
  beforeAll(async () => {
    before = await storedFiles();
  });
  afterAll(async () => {
    expect(await storedFiles()).toEqual(before);
  });

  test.each<[string, Buffer, string]>([
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>'), 'image/png'],
    ['a drawing', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'image/svg+xml'],
    ['only a file signature', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), 'image/png'],
    ['nothing', Buffer.alloc(0), 'image/png'],
  ])('%s is not an image', async (_case, bytes, type) => {
    const { body } = await upload(bytes, type).expect(400);
    expect(body).toMatchObject({ code: 'not-an-image', issues: [{ path: '' }] });
  });

  test.each([
    ['as phones write them', 'heic', ['mif1', 'heic']],
    ['under a general brand', 'mif1', ['mif1', 'heix', 'miaf']],
    ['of a moving picture', 'hevc', ['hevc']],
  ])('HEIC photographs %s are recognised', async (_kind, major, others) => {
    const brands = [major, '\0\0\0\0', ...others].join('');
    const size = Buffer.alloc(4);
    size.writeUInt32BE(8 + brands.length);
    const heic = Buffer.concat([size, Buffer.from(`ftyp${brands}`), Buffer.alloc(64)]);
    const { body } = await upload(heic, 'image/heic').expect(400);
    expect(body.code).toBe('heic-image');
  });

  test('a truncated photograph is not an image', async () => {
    const whole = await plain(400, 500).png().toBuffer();
    const { body } = await upload(whole.subarray(0, whole.length / 2)).expect(400);
    expect(body).toMatchObject({
      code: 'not-an-image',
      issues: [{ message: 'The file is damaged, or is not a picture' }],
    });
  });

  test('a small file that decodes to a huge picture is too large', async () => {
    const bomb = await plain(8000, 8000).png({ compressionLevel: 9 }).toBuffer();
    expect(bomb.length).toBeLessThan(MB);
    const { body } = await upload(bomb).expect(400);
    expect(body.code).toBe('image-too-large');
  });

  test('more than twenty megabytes are rejected', async () => {
    const { body } = await upload(Buffer.alloc(20 * MB + 1)).expect(413);
    expect(body.code).toBe('too-large');
  });

  test('a few bytes that unpack to more than twenty megabytes are rejected', async () => {
    const packed = gzipSync(Buffer.alloc(21 * MB));
    await upload(packed).set('Content-Encoding', 'gzip').expect(413);
  });

  test.each(['text/html', 'application/json', 'application/octet-stream'])(
    'a file declared as %s is not even read',
    async (type) => {
      const { body } = await upload(Buffer.from('{}'), type).expect(415);
      expect(body.code).toBe('unsupported-media-type');
    },
  );
});
