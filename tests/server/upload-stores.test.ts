import { execFile } from 'node:child_process';
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { loadConfig } from '#server/config/config';
import { openUploads } from '#server/images/index';
import { PAYMENT_ADAPTERS } from '#server/payments/index';
import { createLogger } from '#server/platform/logger';
import { posterPath } from '#shared/domain/poster';
import { anAdministrator } from '../support/administrator';
import { startTestApp, type TestApp } from '../support/app';
import { awsSignature } from '../support/aws-signature';
import { builtProgram } from '../support/built-program';
import { type S3Sandbox, startS3Sandbox } from '../support/s3-sandbox';

const LONG_AGO = new Date('2020-01-01T00:00:00Z');

let s3: S3Sandbox;
let app: TestApp;
let admin: Awaited<ReturnType<typeof anAdministrator>>;
let photograph: Buffer;
beforeAll(async () => {
  s3 = await startS3Sandbox();
  app = await startTestApp({ env: { ...s3.env, UPLOADS_S3_PREFIX: 'night/2025' } });
  admin = await anAdministrator(app);
  photograph = await sharp({
    create: { width: 60, height: 40, channels: 3, background: '#F5B82E' },
  })
    .jpeg()
    .toBuffer();
});
afterAll(async () => {
  await app.close();
  await s3.close();
});
beforeEach(() => {
  app.logs.length = 0;
  s3.asked.length = 0;
});
afterEach(() => s3.recover());

const upload = () =>
  admin.post('/api/admin/uploads').set('Content-Type', 'image/jpeg').send(photograph);

const uploadPhotograph = async (): Promise<string> => (await upload().expect(201)).body.url;

const nameIn = (url: string) => url.replace('/uploads/', '');
const keyOf = (url: string) => `night/2025/${nameIn(url)}`;

const inDataDir = (...names: string[]) => path.join(app.config.dataDir, ...names);

const storeErrors = () =>
  app.logs
    .map((line): { msg?: string; reason?: string } => JSON.parse(line))
    .filter(({ msg }) => msg === 'the store of uploaded pictures cannot be used');

test('the sandbox computes signatures as AWS does in its published example', () => {
  const signature = awsSignature(
    {
      method: 'GET',
      target: '/test.txt',
      headers: {
        host: 'examplebucket.s3.amazonaws.com',
        range: 'bytes=0-9',
        'x-amz-content-sha256': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
        'x-amz-date': '20130524T000000Z',
      },
      signedHeaders: 'host;range;x-amz-content-sha256;x-amz-date',
      region: 'us-east-1',
    },
    'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  );
  expect(signature).toBe('f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41');
});

describe('an uploaded picture', () => {
  test('is in the bucket, and not in the folder', async () => {
    const url = await uploadPhotograph();
    expect(url).toMatch(/^\/uploads\/[0-9a-f]{32}\.webp$/);
    expect(s3.objects.get(keyOf(url))).toMatchObject({ type: 'image/webp' });
    expect(await readdir(inDataDir('uploads')).catch(() => [])).not.toContain(nameIn(url));
  });

  test('is served from our own site, and may be cached forever', async () => {
    const url = await uploadPhotograph();
    const answer = await app.http.get(url).expect(200).expect('Content-Type', 'image/webp');
    expect(answer.body).toEqual(s3.objects.get(keyOf(url))?.body);
    expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(answer.headers['x-content-type-options']).toBe('nosniff');

    const { etag = '' } = answer.headers;
    await app.http.get(url).set('If-None-Match', etag).expect(304);
    const head = await app.http.head(url).expect(200);
    expect(head.headers['content-length']).toBe(String(answer.body.length));
  });

  test('is fetched from the store once, however many requests there are', async () => {
    const url = await uploadPhotograph();
    s3.asked.length = 0;
    await Promise.all(Array.from({ length: 20 }, () => app.http.get(url).expect(200)));
    await app.http.get(url).expect(200);
    expect(s3.asked).toEqual([`GET /awards/${keyOf(url)}`]);
  });

  test('is saved despite temporary errors of the store', async () => {
    s3.suffer('slow-down', 'cut');
    const url = await uploadPhotograph();
    expect(s3.objects.has(keyOf(url))).toBe(true);
    s3.suffer('internal-error', 'cut-in-the-middle');
    await app.http.get(url).expect(200);
    expect(storeErrors()).toEqual([]);
  });
});

describe('a store that is down', () => {
  test('is reported as down, in the log with the reason and no secret', async () => {
    const url = await uploadPhotograph();
    s3.suffer('slow-down', 'slow-down', 'slow-down');
    const answer = await app.http.get(url).expect(503);
    expect(answer.body).toMatchObject({ code: 'unavailable' });
    expect(answer.headers['retry-after']).toBe('5');
    expect(answer.headers['cache-control']).toBeUndefined();
    expect(storeErrors()).toMatchObject([{ method: 'GET', reason: '503 SlowDown' }]);

    s3.suffer('cut', 'cut', 'cut');
    const { body } = await upload().expect(503);
    expect(body.code).toBe('unavailable');
    expect(app.logs.join('')).not.toContain(s3.env.UPLOADS_S3_SECRET_ACCESS_KEY);
    expect(app.logs.join('')).not.toContain(s3.env.UPLOADS_S3_ACCESS_KEY_ID);
    await app.http.get(url).expect(200);
  });

  test('does not affect pictures that were requested before', async () => {
    const url = await uploadPhotograph();
    await app.http.get(url).expect(200);
    s3.suffer('cut', 'cut', 'cut');
    await app.http.get(url).expect(200);
  });

  test.each<[string, NodeJS.ProcessEnv, string]>([
    ['another secret', { UPLOADS_S3_SECRET_ACCESS_KEY: 'wrong' }, '403 SignatureDoesNotMatch'],
    ['another bucket', { UPLOADS_S3_BUCKET: 'elsewhere' }, '404 NoSuchBucket'],
    ['another region', { UPLOADS_S3_REGION: 'auto' }, '403 AuthorizationHeaderMalformed'],
  ])('or rejects us for %s gets only one request', async (_what, env, reason) => {
    const uploads = uploadsWith(env);
    await expect(uploads.store.store(photograph)).rejects.toMatchObject({ status: 503, reason });
    expect(s3.asked).toHaveLength(1);
  });

  test('or never responds is not waited for', async () => {
    s3.suffer('silence', 'silence');
    const { store } = uploadsWith({}, { timeoutMs: 100, retriesMs: [1] });
    await expect(store.store(photograph)).rejects.toMatchObject({ reason: 'no response in time' });
  });
});

const uploadsWith = (env: NodeJS.ProcessEnv, timeouts = {}) =>
  openUploads({
    config: loadConfig(
      { NODE_ENV: 'test', DATA_DIR: app.config.dataDir, ...s3.env, ...env },
      PAYMENT_ADAPTERS,
    ),
    logger: createLogger('silent'),
    ...timeouts,
  });

describe('a missing file', () => {
  const MISSING = `${'0'.repeat(32)}.webp`;

  test('is not found', async () => {
    const { body } = await app.http.get(`/uploads/${MISSING}`).expect(404);
    expect(body.code).toBe('not-found');
    expect(s3.asked).toEqual([`GET /awards/night/2025/${MISSING}`]);
  });

  test.each([
    '/uploads/',
    '/uploads/secret.webp',
    `/uploads/${MISSING}.bak`,
    `/uploads/${'A'.repeat(32)}.webp`,
    `/uploads/..%2F${MISSING}`,
    `/uploads/%2e%2e/${MISSING}`,
    `/uploads/night%2F2025%2F${MISSING}`,
    `/uploads/${MISSING}%3Flist-type=2`,
    '/uploads/?list-type=2',
  ])('or one without a name of ours is not even requested: %s', async (address) => {
    s3.objects.set('night/2025/secret.webp', {
      body: Buffer.from('secret'),
      type: 'image/webp',
      storedAt: new Date(),
    });
    await app.http.get(address).expect(404);
    expect(s3.asked).toEqual([]);
  });
});

test('files uploaded before there was a bucket are still served', async () => {
  await mkdir(inDataDir('uploads', 'demo'), { recursive: true });
  await writeFile(inDataDir('uploads', 'earlier.webp'), photograph);
  await writeFile(inDataDir('uploads', 'demo', 'amina.webp'), photograph);
  for (const name of ['earlier.webp', 'demo/amina.webp']) {
    const answer = await app.http.get(`/uploads/${name}`).expect(200);
    expect(answer.body).toEqual(photograph);
  }
  expect(s3.asked).toEqual([]);
});

describe('npm run uploads:prune', () => {
  const program = builtProgram('commands/prune-uploads');
  beforeAll(async () => {});

  /** Runs the command as a site operator does. */
  const prune = (...args: string[]) =>
    new Promise<{ code: number; out: string; error: string }>((resolve) => {
      const env = {
        PATH: process.env.PATH,
        NODE_ENV: 'test',
        DATABASE_URL: app.databaseUrl,
        DATA_DIR: app.config.dataDir,
        ...s3.env,
        UPLOADS_S3_PREFIX: 'night/2025',
      };
      // Outside of the project, so that no developer's .env file is read.
      const options = { cwd: app.config.dataDir, env };
      execFile(process.execPath, [program, ...args], options, (failure, out, error) =>
        resolve({ code: failure ? Number(failure.code) : 0, out, error }),
      );
    });

  async function agedPictures(count: number): Promise<string[]> {
    const urls: string[] = [];
    for (let index = 0; index < count; index++) urls.push(await uploadPhotograph());
    for (const object of s3.objects.values()) object.storedAt = LONG_AGO;
    return urls;
  }

  async function oldFile(name: string): Promise<string> {
    const file = inDataDir('uploads', name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, photograph);
    await utimes(file, LONG_AGO, LONG_AGO);
    return name;
  }

  test('deletes pictures that no artist, nomination, category or action refers to, and only with --delete', async () => {
    s3.objects.clear();
    const [photo = '', former = '', custom = '', background = '', forgotten = ''] =
      await agedPictures(5);
    const { id: categoryId } = (
      await admin
        .post('/api/admin/categories')
        .send({ name: 'Pruned', backgroundImageUrl: background })
        .expect(201)
    ).body;
    const nominations = [{ categoryId, nominationPhotoUrl: custom }];
    const { body: artist } = await admin
      .post('/api/admin/artists')
      .send({ name: 'Kept', photoUrl: former, nominations })
      .expect(201);
    await admin
      .put(`/api/admin/artists/${artist.id}`)
      .send({ name: 'Kept', photoUrl: photo, nominations })
      .expect(200);
    await admin.delete(`/api/admin/categories/${categoryId}`).expect(204);
    const newPhoto = await uploadPhotograph();
    const unusedFile = await oldFile(`${'a'.repeat(32)}.webp`);
    const otherFile = await oldFile('poster.webp');
    const demoFile = await oldFile('demo/amina.webp');

    const used = [photo, former, custom, background, newPhoto].map(keyOf).sort();
    const dry = await prune();
    expect(dry).toMatchObject({ code: 0, error: '' });
    expect(dry.out.split('\n').slice(0, -2).sort()).toEqual([nameIn(forgotten), unusedFile].sort());
    expect([...s3.objects.keys()].sort()).toEqual([...used, keyOf(forgotten)].sort());

    const real = await prune('--delete');
    expect(real.out).toContain('2 uploaded pictures older than 30 days');
    expect([...s3.objects.keys()].sort()).toEqual(used);
    const files = await readdir(inDataDir('uploads'), { recursive: true });
    expect(files).toEqual(expect.arrayContaining([otherFile, demoFile]));
    expect(files).not.toContain(unusedFile);
    // Only its age protects a recent upload that nothing refers to.
    expect((await prune('--older-than=0')).out).toContain(nameIn(newPhoto));
  });

  test('deletes old generated pictures, which are generated again on request', async () => {
    s3.objects.clear();
    const { nominations } = await app.given.artist();
    const preview = `/previews/nomination-${nominations[0]!.id}-en.jpg`;
    const poster = posterPath(nominations[0]!.id, 'a4', 'fr');
    await app.http.get(preview).expect(200);
    await app.http.get(poster).expect(200);
    const drawnKeys = [...s3.objects.keys()].sort();
    expect(drawnKeys).toHaveLength(2);
    expect((await prune('--delete')).out).toContain('0 drawn pictures are as old');
    for (const object of s3.objects.values()) object.storedAt = LONG_AGO;

    const dry = await prune();
    expect(
      dry.out
        .split('\n')
        .slice(0, -2)
        .map((name) => keyOf(name))
        .sort(),
    ).toEqual(drawnKeys);
    expect([...s3.objects.keys()].sort()).toEqual(drawnKeys);
    await prune('--delete');
    expect(s3.objects.size).toBe(0);
    await app.http.get(preview).expect(200);
    await app.http.get(poster).expect(200);
    expect([...s3.objects.keys()].sort()).toEqual(drawnKeys);
  });

  test('deletes nothing when the database refers to none of the pictures', async () => {
    s3.objects.clear();
    const [url = ''] = await agedPictures(1);
    const { code, out, error } = await prune('--delete');
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(error).toContain('references none');
    expect([...s3.objects.keys()]).toEqual([keyOf(url)]);
  });

  test.each([['--older-than=soon'], ['--deleet'], ['everything']])(
    'does nothing for the invalid arguments %s',
    async (argument) => {
      expect(await prune('--delete', argument)).toMatchObject({ code: 1, out: '' });
    },
  );

  test('reports in one sentence that the store is down', async () => {
    s3.suffer('internal-error', 'internal-error', 'internal-error');
    const { code, error } = await prune();
    expect(code).toBe(1);
    expect(error).toBe('The store of uploaded pictures cannot be used: 500 InternalError\n');
  });
});
