import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import express, { type RequestHandler } from 'express';
import sharp from 'sharp';
import request from 'supertest';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type DatabaseHandle, openDatabase } from '#server/db/client';
import { Api, errorHandler } from '#server/http/index';
import { openUploads, Photos, registerImages } from '#server/images/index';
import { createLogger } from '#server/platform/logger';
import { FIRST_EDITION } from '#shared/domain/editions';
import { IMAGE_FORMATS, IMAGE_WIDTHS } from '#shared/domain/rendition';
import { artists, categories, editionArtists, nominations, type users } from '#shared/schema';
import { conversionsDuring } from '../support/conversions';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { registryOf } from '../support/registry';

type Seams = Omit<ConstructorParameters<typeof Photos>[0], 'dataDir' | 'uploads' | 'logger'>;

type Uploads = ReturnType<typeof openUploads>;

const LOOPBACK = { address: '127.0.0.1', family: 4 };
const PHOTO = 'http://photos.example/artist.jpg';
const OWN_ORIGIN = 'https://vote.example:8443';
const SOMEBODY: typeof users.$inferSelect = {
  id: 'somebody',
  email: null,
  firstName: null,
  lastName: null,
  profileImageUrl: null,
  isAdmin: false,
  role: null,
  issuer: null,
  subject: 'somebody',
  createdAt: new Date(),
  updatedAt: new Date(),
};

let database: TestDatabase;
let handle: DatabaseHandle;
let photograph: Buffer;
let dataDir: string;
let host: PictureHost;
let servers: Server[];
let log: string[];

beforeAll(async () => {
  database = await createTestDatabase();
  handle = openDatabase(database.url);
  photograph = await sharp({
    create: { width: 1200, height: 1500, channels: 3, background: '#F5B82E' },
  })
    .jpeg()
    .toBuffer();
});
afterAll(async () => {
  await handle.close();
  await database.drop();
});
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'image-proxy-'));
  log = [];
  servers = [];
  host = await startPictureHost();
});
afterEach(async () => {
  vi.useRealTimers();
  for (const server of servers) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
  await handle.db.delete(nominations);
  await handle.db.delete(editionArtists);
  await handle.db.delete(artists);
  await handle.db.delete(categories);
  await rm(dataDir, { recursive: true });
});

test.each([
  ['an artist', () => anArtist({ photoUrl: PHOTO })],
  ['a deleted artist', () => anArtist({ photoUrl: PHOTO, isActive: false })],
  ['a category', () => aCategory({ backgroundImageUrl: PHOTO })],
  ['a nomination', () => aNomination({ nominationPhotoUrl: PHOTO })],
  [
    'a withdrawn nomination',
    () => aNomination({ nominationPhotoUrl: PHOTO, withdrawnAt: new Date() }),
  ],
  ['an artist in an archived edition', () => anArchivedArtist(PHOTO)],
])('the picture of %s is returned, smaller and as WebP', async (_owner, arrange) => {
  await arrange();
  host.serve('/artist.jpg', (_req, res) => res.end(photograph));

  const answer = await proxied(await anApp(), PHOTO, '&w=320').expect(200);

  expect(answer.headers).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': expect.stringContaining('public, max-age='),
    'x-content-type-options': 'nosniff',
  });
  expect(await sharp(answer.body).metadata()).toMatchObject({
    format: 'webp',
    width: 320,
    height: 400,
  });
});

test('the picture is sent as AVIF to clients that accept it', async () => {
  await anArtist({ photoUrl: PHOTO });
  host.serve('/artist.jpg', (_req, res) => res.end(photograph));
  const answer = await proxied(await anApp(), PHOTO, '&w=320&f=avif').expect(200);
  expect(answer.headers['content-type']).toBe('image/avif');
  expect(await sharp(answer.body).metadata()).toMatchObject({ compression: 'av1', width: 320 });
});

test('without a width the picture is 1080 wide', async () => {
  await anArtist({ photoUrl: PHOTO });
  host.serve('/artist.jpg', (_req, res) => res.end(photograph));
  const { body } = await proxied(await anApp(), PHOTO).expect(200);
  expect(await sharp(body).metadata()).toMatchObject({ width: 1080 });
});

test('an unused address is not found and not fetched', async () => {
  await anArtist({ photoUrl: PHOTO });
  host.serve('/other.jpg', (_req, res) => res.end(photograph));
  const answer = await proxied(await anApp(), 'http://photos.example/other.jpg').expect(404);
  expect(answer.body).toMatchObject({ code: 'not-found' });
  expect(host.asked).toEqual([]);
});

test('an administrator sees a picture before anything is saved, and it is not cached', async () => {
  host.serve('/artist.jpg', (_req, res) => res.end(photograph));
  const app = await anApp();
  const answer = await request(app).get(previewOf(PHOTO)).expect(200);
  expect(answer.headers).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  expect(await sharp(answer.body).metadata()).toMatchObject({ format: 'webp', width: 160 });
  // What an administrator has seen is not public.
  await proxied(app, PHOTO, '&w=160').expect(404);
});

test.each([
  ['internal address', 'http://169.254.169.254/latest/meta-data', 502],
  ['port', 'http://photos.example:8080/artist.jpg', 400],
  ['file', 'file:///etc/passwd', 400],
])('not even an administrator can access an %s', async (_kind, address, status) => {
  await request(await anAppWith({ connectPort: host.port }))
    .get(previewOf(address))
    .expect(status);
  expect(host.asked).toEqual([]);
});

test('a signed-in user sees their own picture, small, and it is not cached', async () => {
  host.serve('/artist.jpg', (_req, res) => res.end(photograph));
  const { headers, body } = await request(await anApp({}, PHOTO))
    .get('/api/auth/picture')
    .expect(200);
  expect(headers).toMatchObject({ 'content-type': 'image/webp', 'cache-control': 'no-store' });
  expect(await sharp(body).metadata()).toMatchObject({ width: 160 });
  await request(await anApp({}, null))
    .get('/api/auth/picture')
    .expect(404);
});

test.each([
  ['without a scheme', 'photos.example/artist.jpg'],
  ['of an upload of our own', '/uploads/artist.jpg'],
  ['relative to the scheme', '//photos.example/artist.jpg'],
  ['of a file', 'file:///etc/passwd'],
  ['of an FTP server', 'ftp://photos.example/artist.jpg'],
  ['that is a data address', 'data:image/png;base64,iVBORw0KGgo='],
  ['with a user and password', 'http://user:password@photos.example/artist.jpg'],
  ['with a user', 'http://user@photos.example/artist.jpg'],
  ['with a port', 'http://photos.example:8080/artist.jpg'],
  ['with the port of the other protocol', 'http://photos.example:443/artist.jpg'],
  ['of endless length', `http://photos.example/${'a'.repeat(2048)}`],
  ['that is empty', ''],
])('an address %s is rejected, even if an artist has it', async (_kind, address) => {
  await anArtist({ photoUrl: address });
  const answer = await proxied(await anApp(), address).expect(400);
  expect(answer.body.issues).toEqual([expect.objectContaining({ path: 'url' })]);
  expect(host.asked).toEqual([]);
});

test('an address with a NUL, which no artist can have, is rejected', async () => {
  await proxied(await anApp(), 'http://photos.example/\0artist.jpg').expect(400);
});

test.each([
  ['&w=100', 'w'],
  ['&w=', 'w'],
  ['&w=720.5', 'w'],
  ['&w=big', 'w'],
  ['&w=160&w=320', 'w'],
  ['&f=png', 'f'],
  ['&f=avif&f=webp', 'f'],
])('%s is rejected', async (query, path) => {
  await anArtist({ photoUrl: PHOTO });
  const answer = await proxied(await anApp(), PHOTO, query).expect(400);
  expect(answer.body.issues).toEqual([expect.objectContaining({ path })]);
});

test('our own address, as copied by an administrator, leads to our own picture', async () => {
  const app = await anApp();
  const address = `${OWN_ORIGIN}/uploads/demo/artist.webp`;
  const answer = await proxied(app, address, '&w=320&f=avif').expect(302);
  expect(answer.headers).toMatchObject({
    location: '/uploads/demo/artist.webp/320.avif',
    'cache-control': 'no-store',
  });
  const preview = await request(app)
    .get(previewOf(`${OWN_ORIGIN}/uploads/poster.png`))
    .expect(302);
  expect(preview.headers.location).toBe('/uploads/poster.png');
});

test.each(['/api/logout', '/uploads/../api/logout', '//photos.example/uploads/a.jpg'])(
  'our own %s is no picture of ours',
  async (path) => {
    await proxied(await anApp(), `${OWN_ORIGIN}${path}`).expect(400);
  },
);

test.each([
  'http://127.0.0.1/artist.jpg',
  'http://2130706433/artist.jpg',
  'http://0x7f.1/artist.jpg',
  'http://[::1]/artist.jpg',
  'http://[::ffff:127.0.0.1]/artist.jpg',
  'http://169.254.169.254/latest/meta-data',
])('the internal address %s is rejected', async (address) => {
  await anArtist({ photoUrl: address });
  const answer = await proxied(await anAppWith({ connectPort: host.port }), address).expect(502);
  expect(answer.body).toMatchObject({ code: 'image-unreachable' });
  expect(log.join()).toContain('refused address');
  expect(host.asked).toEqual([]);
});

test('localhost is resolved, then rejected', async () => {
  await anArtist({ photoUrl: 'http://localhost/artist.jpg' });
  const app = await anAppWith({ connectPort: host.port });
  await proxied(app, 'http://localhost/artist.jpg').expect(502);
  expect(log.join()).toContain('refused address');
  expect(host.asked).toEqual([]);
});

test.each([
  ['only', [LOOPBACK]],
  ['also', [{ address: '1.1.1.1', family: 4 }, LOOPBACK]],
])('a name that %s leads to this machine is rejected', async (_also, ips) => {
  await anArtist({ photoUrl: PHOTO });
  const app = await anAppWith({ connectPort: host.port, resolve: async () => ips });
  await proxied(app, PHOTO).expect(502);
  expect(log.join()).toContain('refused address');
  expect(host.asked).toEqual([]);
});

test('a name is resolved once, so that it cannot change between check and connection', async () => {
  await anArtist({ photoUrl: PHOTO });
  host.serve('/artist.jpg', (_req, res) => res.end(photograph));
  const resolved: string[] = [];
  const resolve = async (hostname: string) => {
    resolved.push(hostname);
    return [LOOPBACK];
  };
  await proxied(await anApp({ resolve }), PHOTO).expect(200);
  expect(resolved).toEqual(['photos.example']);
});

test('a redirect is followed', async () => {
  await anArtist({ photoUrl: PHOTO });
  host.serve('/artist.jpg', redirectTo('//cdn.example/final.jpg'));
  host.serve('/final.jpg', (_req, res) => res.end(photograph));
  await proxied(await anApp(), PHOTO).expect(200);
  expect(host.asked).toEqual(['photos.example/artist.jpg', 'cdn.example/final.jpg']);
});

test('a redirect to a private address is rejected before connecting to it', async () => {
  await anArtist({ photoUrl: PHOTO });
  host.serve('/artist.jpg', redirectTo('http://inside.example/secret.jpg'));
  host.serve('/secret.jpg', (_req, res) => res.end(photograph));
  let checks = 0;
  const app = await anApp({ allowAddress: () => ++checks === 1 });

  const answer = await proxied(app, PHOTO).expect(502);

  expect(answer.body).toMatchObject({ code: 'image-unreachable' });
  expect(JSON.stringify(answer.body)).not.toContain('inside');
  expect(host.asked).toEqual(['photos.example/artist.jpg']);
});

test.each([
  'ftp://photos.example/a.jpg',
  'http://user:password@photos.example/a.jpg',
  'http://photos.example:6379/a.jpg',
  'http://',
])('a redirect to %s is rejected', async (location) => {
  await anArtist({ photoUrl: PHOTO });
  host.serve('/artist.jpg', redirectTo(location));
  await proxied(await anApp(), PHOTO).expect(502);
  expect(host.asked).toEqual(['photos.example/artist.jpg']);
});

test.each([
  [3, 200],
  [4, 502],
])('%i redirects are answered with %i', async (redirects, status) => {
  await anArtist({ photoUrl: `http://photos.example/${redirects}` });
  for (let left = redirects; left > 0; left--) host.serve(`/${left}`, redirectTo(`/${left - 1}`));
  host.serve('/0', (_req, res) => res.end(photograph));
  await proxied(await anApp(), `http://photos.example/${redirects}`).expect(status);
});

test.each([
  ['SVG', 'image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'],
  ['SVG declared as JPEG', 'image/jpeg', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
  ['HTML declared as JPEG', 'image/jpeg', '<!doctype html><title>Sign in</title>'],
  ['nothing', 'image/jpeg', ''],
])('%s is not an image', async (_kind, type, body) => {
  await anArtist({ photoUrl: PHOTO });
  host.serve('/artist.jpg', (_req, res) => res.setHeader('Content-Type', type).end(body));
  const answer = await proxied(await anApp(), PHOTO).expect(422);
  expect(answer.body).toMatchObject({ code: 'not-an-image' });
});

test('a JPEG declared as text is an image', async () => {
  await anArtist({ photoUrl: PHOTO });
  host.serve('/artist.jpg', (_req, res) =>
    res.setHeader('Content-Type', 'text/plain').end(photograph),
  );
  await proxied(await anApp(), PHOTO).expect(200);
});

test('a small file that decodes to a huge picture is rejected', async () => {
  const bomb = await sharp({
    create: { width: 8000, height: 8000, channels: 3, background: '#000' },
  })
    .png({ compressionLevel: 9 })
    .toBuffer();
  expect(bomb.length).toBeLessThan(1024 * 1024);
  await anArtist({ photoUrl: PHOTO });
  host.serve('/artist.jpg', (_req, res) => res.end(bomb));
  await proxied(await anApp(), PHOTO).expect(422);
});

test.each([
  ['announced', { 'Content-Length': String(6 * 1024 * 1024) }],
  ['unannounced', {}],
])('an %s body of 6 MB is aborted', async (_how, headers) => {
  await anArtist({ photoUrl: PHOTO });
  const hungUp = new Promise<void>((resolve) => {
    host.serve('/artist.jpg', (_req, res) => {
      // Never ended, so that only a client that disconnects closes it.
      res.on('close', resolve).writeHead(200, headers).write(photograph);
      res.write(Buffer.alloc(6 * 1024 * 1024 - photograph.length));
    });
  });
  const answer = await proxied(await anApp(), PHOTO).expect(422);
  expect(answer.body).toMatchObject({ code: 'image-too-large' });
  await hungUp;
});

test.each<[string, RequestListener]>([
  ['never responds', () => undefined],
  ['never finishes its response', (_req, res) => res.writeHead(200).write(photograph)],
  ['redirects and then never responds', redirectTo('/silence.jpg')],
])('a host that %s times out', async (_how, listener) => {
  await anArtist({ photoUrl: PHOTO });
  host.serve('/artist.jpg', listener);
  host.serve('/silence.jpg', () => undefined);
  const answer = await proxied(await anApp({ timeoutMs: 300 }), PHOTO).expect(504);
  expect(answer.body).toMatchObject({ code: 'image-unreachable' });
});

test('a name that is never resolved times out', async () => {
  await anArtist({ photoUrl: PHOTO });
  const app = await anApp({ timeoutMs: 100, resolve: () => new Promise(() => undefined) });
  await proxied(app, PHOTO).expect(504);
});

test.each<[string, RequestListener]>([
  ['has lost the picture', (_req, res) => res.writeHead(404).end(photograph)],
  ['disconnects', (req) => req.socket.destroy()],
  [
    'disconnects half-way',
    (req, res) => {
      res.writeHead(200, { 'Content-Length': '100000' });
      res.write(photograph.subarray(0, 1000), () => req.socket.destroy());
    },
  ],
])('a host that %s makes the image unreachable', async (_how, listener) => {
  await anArtist({ photoUrl: PHOTO });
  host.serve('/artist.jpg', listener);
  const answer = await proxied(await anApp(), PHOTO).expect(502);
  expect(answer.body).toMatchObject({ code: 'image-unreachable' });
});

test('an address that failed is not requested for a minute, in any width', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  await anArtist({ photoUrl: PHOTO });
  const app = await anApp();
  host.serve('/artist.jpg', (_req, res) => res.writeHead(503).end());
  await proxied(app, PHOTO).expect(502);

  host.serve('/artist.jpg', (_req, res) => res.end(photograph));
  const { body } = await proxied(app, PHOTO).expect(502);
  expect(body).toMatchObject({ code: 'image-unreachable' });
  vi.advanceTimersByTime(59_000);
  await proxied(app, PHOTO, '&w=160').expect(502);
  expect(host.asked).toHaveLength(1);
  // The failure is logged once.
  expect(log).toHaveLength(1);

  vi.advanceTimersByTime(1_000);
  await proxied(app, PHOTO).expect(200);
});

test('a stored picture is shown although its address fails now', async () => {
  await anArtist({ photoUrl: PHOTO });
  const app = await anApp();
  host.serve('/artist.jpg', (_req, res) => res.end(photograph));
  await proxied(app, PHOTO, '&w=160').expect(200);
  host.serve('/artist.jpg', (_req, res) => res.writeHead(503).end());
  await proxied(app, PHOTO, '&w=160').expect(200);
  // The picture is not missing in another width either.
  await proxied(app, PHOTO, '&w=320&f=avif').expect(200);
  expect(host.asked).toHaveLength(1);
});

describe('a host that accepts connections and never responds', () => {
  /** Requests pictures of the silent host, all at once; nothing arrives before the test ends. */
  async function requestSilentPictures(app: Server, artists: number, widths: readonly number[]) {
    const answers: { status: number; retryAfter: string | undefined }[] = [];
    for (let index = 0; index < artists; index++) {
      const photoUrl = `http://silent.example/${index}.jpg`;
      await anArtist({ photoUrl });
      host.serve(`/${index}.jpg`, () => undefined);
      for (const width of widths) {
        proxied(app, photoUrl, `&w=${width}`).then(
          ({ status, headers }) => answers.push({ status, retryAfter: headers['retry-after'] }),
          () => undefined, // Disconnected when the test ends.
        );
      }
    }
    return answers;
  }
  const silentRequests = () => host.asked.filter((name) => name.startsWith('silent.')).length;

  test('does not delay the pictures of others', async () => {
    await anArtist({ photoUrl: PHOTO });
    host.serve('/artist.jpg', (_req, res) => res.end(photograph));
    const app = await anApp({ timeoutMs: 60_000 });
    const answers = await requestSilentPictures(app, 6, IMAGE_WIDTHS);
    await expect.poll(silentRequests).toBeGreaterThanOrEqual(6);

    await proxied(app, PHOTO).expect(200);

    expect(answers).toEqual([]);
    expect(silentRequests()).toBe(6);
  });

  test('is waited for by a limited number of requests', async () => {
    const app = await anApp({ timeoutMs: 60_000 });
    const answers = await requestSilentPictures(app, 110, [160]);
    await expect.poll(() => answers.length).toBe(10);
    for (const answer of answers) expect(answer).toEqual({ status: 503, retryAfter: '5' });
  });
});

test.each([
  ['exists', 200],
  ['is deleted', 404],
])('a picture that %s is fetched once, whatever is made of it', async (_state, status) => {
  await anArtist({ photoUrl: PHOTO });
  const pendingResponses: (() => void)[] = [];
  host.serve('/artist.jpg', (_req, res) => {
    pendingResponses.push(() => res.writeHead(status).end(photograph));
  });
  const app = await anApp({ timeoutMs: 60_000 });
  const answers = Promise.all(
    IMAGE_WIDTHS.flatMap((width) =>
      IMAGE_FORMATS.map(async (format) => {
        const answer = await proxied(app, PHOTO, `&w=${width}&f=${format}`);
        return answer.status;
      }),
    ),
  );
  await expect.poll(() => pendingResponses.length).toBe(1);
  for (const answer of pendingResponses) answer();
  expect(new Set(await answers)).toEqual(new Set([status === 200 ? 200 : 502]));
  expect(host.asked).toHaveLength(1);
});

test('a name that is being resolved is not resolved twice', async () => {
  const addresses = ['http://photos.example/a.jpg', 'http://photos.example/b.jpg'];
  for (const photoUrl of addresses) await anArtist({ photoUrl });
  let asked = 0;
  const app = await anApp({
    timeoutMs: 300,
    resolve: () => {
      asked++;
      return new Promise(() => undefined);
    },
  });
  await Promise.all(addresses.map((address) => proxied(app, address).expect(504)));
  expect(asked).toBe(1);
});

test('at most two pictures are decoded at a time', async () => {
  const pendingResponses: (() => void)[] = [];
  const addresses = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `http://${name}.example/a.jpg`);
  for (const photoUrl of addresses) await anArtist({ photoUrl });
  host.serve('/a.jpg', async (_req, res) => {
    await new Promise<void>((done) => pendingResponses.push(done));
    res.end(photograph);
  });
  const app = await anApp({ timeoutMs: 60_000 });
  const answers = Promise.all(addresses.map((address) => proxied(app, address).expect(200)));
  await expect.poll(() => pendingResponses.length).toBe(addresses.length);
  const { most } = await conversionsDuring(() => {
    for (const done of pendingResponses) done();
    return answers;
  });
  expect(most).toBe(2);
});

test('a second response comes from the cache, also after a restart', async () => {
  await anArtist({ photoUrl: PHOTO });
  host.serve('/artist.jpg', (_req, res) => res.end(photograph));
  const app = await anApp();
  const first = await proxied(app, PHOTO, '&w=160').expect(200);
  const second = await proxied(app, PHOTO, '&w=160').expect(200);
  const third = await proxied(await anApp(), PHOTO, '&w=160').expect(200);

  expect(second.body).toEqual(first.body);
  expect(third.body).toEqual(first.body);
  expect(host.asked).toHaveLength(1);
});

test('a cached picture is deleted once it is unused', async () => {
  await anArtist({ photoUrl: PHOTO });
  host.serve('/artist.jpg', (_req, res) => res.end(photograph));
  const app = await anApp();
  await proxied(app, PHOTO).expect(200);
  await handle.db.update(artists).set({ photoUrl: null });
  await proxied(app, PHOTO).expect(404);
});

test('twenty simultaneous requests fetch the picture once', async () => {
  await anArtist({ photoUrl: PHOTO });
  const app = await anApp();
  let arrived = 0;
  const allArrived = new Promise<void>((resolve) => {
    app.on('request', () => {
      if (++arrived === 20) resolve();
    });
  });
  host.serve('/artist.jpg', async (_req, res) => {
    await allArrived;
    res.end(photograph);
  });

  const answers = await Promise.all(
    Array.from({ length: 20 }, () => proxied(app, PHOTO).expect(200)),
  );

  for (const { body } of answers) expect(body).toEqual(answers[0]!.body);
  expect(host.asked).toHaveLength(1);
});

test('the log names the host and the reason, not the address', async () => {
  await anArtist({ photoUrl: `${PHOTO}?token=secret` });
  await proxied(await anApp(), `${PHOTO}?token=secret`).expect(502);
  expect(log.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({ host: 'photos.example', reason: 'status 404' }),
  ]);
  expect(log.join()).not.toContain('secret');
});

test('an upload may be cached forever and is never sniffed', async () => {
  await anUpload('artist.webp', photograph);
  const answer = await request(await anApp())
    .get('/uploads/artist.webp')
    .expect(200);
  expect(answer.headers).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
  });
});

test('uploads are sent in their original size when too many have to be scaled down', async () => {
  const bytes = await sharp(photograph).resize(10).webp().toBuffer();
  const names = Array.from({ length: 15 }, (_, index) => `crowd-${index}.webp`);
  for (const name of names) await anUpload(name, bytes);
  const paths = names.flatMap((name) =>
    IMAGE_WIDTHS.flatMap((width) => IMAGE_FORMATS.map((format) => `${name}/${width}.${format}`)),
  );
  let readCount = 0;
  let openGate = () => {};
  const gate = new Promise<void>((resolve) => {
    openGate = resolve;
  });
  const app = await anAppWith({}, null, (uploads) => ({
    ...uploads,
    // All of them have been read before any is scaled down.
    read: async (name) => {
      const picture = await uploads.read(name);
      if (++readCount === paths.length) openGate();
      await gate;
      return picture;
    },
  }));
  const statuses = await Promise.all(
    paths.map(async (path) => (await request(app).get(`/uploads/${path}`)).status),
  );
  const scaledCount = statuses.filter((status) => status === 200).length;
  expect(scaledCount).toBeGreaterThanOrEqual(100);
  expect(scaledCount).toBeLessThanOrEqual(102);
  expect(statuses.filter((status) => status === 302)).toHaveLength(paths.length - scaledCount);
  // Afterwards there is capacity again.
  for (const path of paths) await request(app).get(`/uploads/${path}`).expect(200);
});

test.each([
  '/uploads/missing.webp',
  '/uploads/.hidden.webp',
  '/uploads/',
  '/uploads',
  '/uploads/folder',
  '/uploads/%2e%2e/secrets.json',
  '/uploads/..%2fsecrets.json',
])('%s is not found', async (path) => {
  await anUpload('.hidden.webp', photograph);
  await anUpload('folder/index.html', Buffer.from('index'));
  await anUpload('../secrets.json', Buffer.from('{}'));
  const answer = await request(await anApp())
    .get(path)
    .expect(404);
  expect(answer.body).toMatchObject({ code: 'not-found' });
});

interface PictureHost {
  port: number;
  /** Host and path of every request so far, in order. */
  asked: string[];
  serve(path: string, listener: RequestListener): void;
}

/** Simulates every host of the internet at once, on one port of this machine. */
async function startPictureHost(): Promise<PictureHost> {
  const listeners = new Map<string, RequestListener>();
  const asked: string[] = [];
  const server = createServer((req, res) => {
    asked.push(`${req.headers.host?.split(':')[0]}${req.url}`);
    const listener = listeners.get(req.url ?? '');
    if (listener) listener(req, res);
    else res.writeHead(404).end();
  });
  return {
    port: await listen(server),
    asked,
    serve: (path, listener) => void listeners.set(path, listener),
  };
}

function redirectTo(location: string): RequestListener {
  return (_req, res) => res.writeHead(302, { Location: location }).end();
}

/** An application whose internet is the picture host. */
const anApp = (seams: Seams = {}, ownPicture?: string | null): Promise<Server> =>
  anAppWith(
    {
      connectPort: host.port,
      resolve: async () => [LOOPBACK],
      allowAddress: (ip) => ip === LOOPBACK.address,
      ...seams,
    },
    ownPicture,
  );

/** @param ownPicture of the signed-in user */
async function anAppWith(
  seams: Seams,
  ownPicture: string | null = null,
  instead = (uploads: Uploads) => uploads,
): Promise<Server> {
  const logger = createLogger('info', { write: (line: string) => void log.push(line) });
  const app = express();
  app.set('query parser', 'simple');
  const uploads = instead(openUploads({ config: { dataDir, uploadsBucket: null }, logger }));
  const api = new Api({ checksAnswers: true, admit: () => {} });
  const requireUser: RequestHandler = (req, res, next) => {
    res.set('Cache-Control', 'no-store');
    req.user = { ...SOMEBODY, profileImageUrl: ownPicture };
    next();
  };
  registerImages(registryOf(api), {
    db: handle.db,
    publicOrigin: OWN_ORIGIN,
    photos: new Photos({ dataDir, uploads, logger, ...seams }),
    logger,
    auth: { requireUser: [requireUser] },
  });
  app.use(api.router);
  app.use(errorHandler(logger));
  const server = createServer(app);
  await listen(server);
  return server;
}

async function listen(server: Server): Promise<number> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

const proxied = (app: Server, address: string, width = '') =>
  request(app).get(`/api/image-proxy?url=${encodeURIComponent(address)}${width}`);

const previewOf = (address: string) =>
  `/api/admin/image-preview?url=${encodeURIComponent(address)}&w=160`;

async function anArtist(values: Partial<typeof artists.$inferInsert>): Promise<string> {
  const rows = await handle.db
    .insert(artists)
    .values({ name: 'Ama Beko', ...values })
    .returning({ id: artists.id });
  return rows[0]!.id;
}

/** An artist who has another picture by now. */
async function anArchivedArtist(photoUrl: string): Promise<void> {
  const artistId = await anArtist({ photoUrl: null });
  await handle.db
    .insert(editionArtists)
    .values({ editionId: FIRST_EDITION, artistId, name: 'Ama', photoUrl });
}

async function aCategory(values: Partial<typeof categories.$inferInsert>): Promise<string> {
  const rows = await handle.db
    .insert(categories)
    .values({ name: 'Best Song', ...values })
    .returning({ id: categories.id });
  return rows[0]!.id;
}

async function aNomination(values: Partial<typeof nominations.$inferInsert>): Promise<void> {
  const [artistId, categoryId] = [await anArtist({}), await aCategory({})];
  await handle.db
    .insert(nominations)
    .values({ artistId, categoryId, shareableLink: 'ama-beko-best-song', ...values });
}

async function anUpload(name: string, bytes: Buffer): Promise<void> {
  const path = join(dataDir, 'uploads', name);
  await mkdir(join(path, '..'), { recursive: true });
  await writeFile(path, bytes);
}
