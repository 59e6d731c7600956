import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { IMAGE_FORMATS, IMAGE_WIDTHS } from '#shared/domain/rendition';
import { anAdministrator } from '../support/administrator';
import { startTestApp, type TestApp } from '../support/app';
import { conversionsDuring } from '../support/conversions';
import { type S3Sandbox, startS3Sandbox } from '../support/s3-sandbox';

let app: TestApp;
let admin: Awaited<ReturnType<typeof anAdministrator>>;
let photograph: Buffer;
beforeAll(async () => {
  app = await startTestApp();
  admin = await anAdministrator(app);
  photograph = await sharp({
    create: {
      width: 1200,
      height: 1500,
      channels: 3,
      background: '#F5B82E',
      noise: { type: 'gaussian', mean: 128, sigma: 20 },
    },
  })
    .jpeg()
    .toBuffer();
});
afterAll(() => app.close());

const uploadPhotograph = async (): Promise<string> => {
  const sending = admin.post('/api/admin/uploads').set('Content-Type', 'image/jpeg');
  return (await sending.send(photograph).expect(201)).body.url;
};

async function writeUpload(name: string, bytes: Buffer): Promise<string> {
  const file = join(app.config.dataDir, 'uploads', name);
  await mkdir(join(file, '..'), { recursive: true });
  await writeFile(file, bytes);
  return `/uploads/${name}`;
}

test.each(IMAGE_FORMATS)(
  'a picture is available as %s in every width, cacheable by everyone',
  async (format) => {
    const url = await uploadPhotograph();
    const sizes: number[] = [];
    for (const width of IMAGE_WIDTHS) {
      const answer = await app.http.get(`${url}/${width}.${format}`).expect(200);
      expect(answer.headers).toMatchObject({
        'content-type': `image/${format}`,
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
      });
      const picture = await sharp(answer.body).metadata();
      expect(picture).toMatchObject({ width, height: width * 1.25 });
      expect(picture.format).toBe(format === 'avif' ? 'heif' : 'webp');
      sizes.push(answer.body.length);
      const { etag = '' } = answer.headers;
      await app.http.get(`${url}/${width}.${format}`).set('If-None-Match', etag).expect(304);
    }
    expect(sizes).toEqual(sizes.toSorted((a, b) => a - b));
  },
);

test.each([
  '161.avif',
  '1600.avif',
  '0720.webp',
  '6.4e2.webp',
  '720.jpeg',
  '720.AVIF',
  '720',
  '.avif',
  'x.avif',
  '720.avif/320.avif',
  '%36%34%30.avif%2f',
])('/%s of a picture is not found, and nothing is converted', async (name) => {
  const url = await uploadPhotograph();
  const { conversions } = await conversionsDuring(() => app.http.get(`${url}/${name}`).expect(404));
  expect(conversions).toBe(0);
});

test.each([
  '/uploads/missing.webp/720.avif',
  '/uploads/demo/missing.webp/720.avif',
  '/uploads/folder.webp/720.avif',
  '/uploads/%2e%2e/secret.webp/720.avif',
  '/uploads/..%2fsecret.webp/720.avif',
  `/uploads/${'a'.repeat(200)}.webp/720.avif`,
])('%s is not found', async (path) => {
  await writeUpload('folder.webp/inside.webp', photograph);
  await writeUpload('../secret.webp', photograph);
  const { body } = await app.http.get(path).expect(404);
  expect(body.code).toBe('not-found');
});

test('a picture is converted once for many requests, and later ones get it from the cache', async () => {
  const url = await uploadPhotograph();
  const crowd = () =>
    Promise.all(Array.from({ length: 20 }, () => app.http.get(`${url}/320.avif`).expect(200)));
  expect(await conversionsDuring(crowd)).toEqual({ conversions: 1, most: 1 });
  expect((await conversionsDuring(crowd)).conversions).toBe(0);
});

test('at most two conversions run at a time, of any pictures', async () => {
  const urls = await Promise.all([uploadPhotograph(), uploadPhotograph(), uploadPhotograph()]);
  const all = () =>
    Promise.all([
      ...urls.flatMap((url) => [320, 480].map((w) => app.http.get(`${url}/${w}.avif`).expect(200))),
      uploadPhotograph(),
    ]);
  expect(await conversionsDuring(all)).toEqual({ conversions: 7, most: 2 });
});

test('a picture that cannot be scaled down is sent as it is', async () => {
  const broken = photograph.subarray(0, photograph.length / 2);
  const url = await writeUpload('broken.webp', broken);
  app.logs.length = 0;
  const answer = await app.http.get(`${url}/720.avif`).expect(302);
  expect(answer.headers).toMatchObject({ location: url, 'cache-control': 'no-store' });
  expect((await app.http.get(url).expect(200)).body).toEqual(broken);
  expect(app.logs.join('')).toContain('an uploaded picture cannot be made smaller');
});

describe('renditions of a picture in a bucket', () => {
  let s3: S3Sandbox;
  let bucketApp: TestApp;
  beforeAll(async () => {
    s3 = await startS3Sandbox();
    bucketApp = await startTestApp({ env: s3.env });
  });
  afterAll(async () => {
    await bucketApp.close();
    await s3.close();
  });

  test('are all made from one read, and stored on this machine', async () => {
    const administrator = await anAdministrator(bucketApp);
    const sending = administrator.post('/api/admin/uploads').set('Content-Type', 'image/jpeg');
    const { body } = await sending.send(photograph).expect(201);
    s3.asked.length = 0;
    await Promise.all(
      [160, 320].map((width) => bucketApp.http.get(`${body.url}/${width}.avif`).expect(200)),
    );
    expect(s3.asked).toHaveLength(1);
    s3.suffer('cut', 'cut', 'cut');
    await bucketApp.http.get(`${body.url}/320.avif`).expect(200);
    expect(await readdir(join(bucketApp.config.dataDir, 'image-cache'))).toHaveLength(2);
    s3.recover();
  });

  test('are not made when the bucket cannot be reached', async () => {
    s3.suffer('cut', 'cut', 'cut');
    const { body } = await bucketApp.http
      .get(`/uploads/${'0'.repeat(32)}.webp/320.avif`)
      .expect(503);
    expect(body.code).toBe('unavailable');
    s3.recover();
  });
});
