import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import pg from 'pg';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { registry } from '#server/platform/instruments';
import { anAdministrator } from '../support/administrator';
import { startTestApp, type TestApp } from '../support/app';

let app: TestApp;
let owner: pg.Client;
beforeAll(async () => {
  app = await startTestApp({ env: { TRUST_PROXY: '1' } });
  owner = new pg.Client({ connectionString: app.ownerUrl });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await app.close();
});
afterEach(() => void vi.restoreAllMocks());

interface Sent {
  method?: 'GET' | 'POST';
  path: string;
  headers?: Record<string, string>;
  body?: Buffer;
}

/** Sends a request on a connection of its own, from any address. */
function send({ method = 'GET', path, headers = {}, body }: Sent) {
  const sent: ClientRequest = request(`${app.url}${path}`, { method, headers, agent: false });
  const answered = new Promise<IncomingMessage | null>((resolve) => {
    sent.once('response', resolve).once('error', () => resolve(null));
  });
  sent.end(body);
  return {
    answered,
    leave: async () => {
      sent.destroy();
      (await answered)?.destroy();
      if (!sent.closed) await once(sent, 'close');
    },
  };
}

/** Places taken in this process, by kind. */
async function placesTaken(): Promise<Record<string, number>> {
  const metric = await registry.getSingleMetric('awards_places_taken')?.get();
  return Object.fromEntries(
    (metric?.values ?? []).map(({ labels, value }) => [labels.kind, value]),
  );
}
const noneTaken = async () =>
  expect
    .poll(async () => Object.values(await placesTaken()).reduce((sum, one) => sum + one, 0), {
      timeout: 15_000,
    })
    .toBe(0);

async function aStream() {
  const { nominations } = await app.given.artist();
  const path = `/api/nominations/category/${nominations[0]!.categoryId}/live`;
  return (address: string, headers: Record<string, string> = {}) =>
    send({ path, headers: { 'X-Forwarded-For': address, ...headers } });
}

describe('the places of live streams', () => {
  test('are given back by clients that leave while the database is slow', async () => {
    const open = await aStream();
    await owner.query('begin');
    await owner.query('lock table nominations in access exclusive mode');
    const streams = Array.from({ length: 230 }, (_, nth) => open(`198.51.100.${nth % 50}`));
    await expect.poll(async () => (await placesTaken())['live-streams']).toBe(150);
    await Promise.all(streams.map(({ leave }) => leave()));
    await owner.query('rollback');
    await noneTaken();

    const { answered, leave } = open('198.51.100.200');
    expect((await answered)?.statusCode).toBe(200);
    await leave();
    await noneTaken();
  });

  test('are not all for one address, and a team member always finds one', async () => {
    const open = await aStream();
    const flood = Array.from({ length: 40 }, () => open('203.0.113.7'));
    const statuses = await Promise.all(flood.map(async (one) => (await one.answered)?.statusCode));
    expect(statuses.filter((status) => status === 200)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(30);

    const others = Array.from({ length: 150 }, (_, nth) => open(`198.51.100.${nth % 25}`));
    await Promise.all(others.map(({ answered }) => answered));
    const late = open('192.0.2.1');
    expect((await late.answered)?.statusCode).toBe(429);

    const { cookie } = await anAdministrator(app);
    const screen = open('203.0.113.7', { Cookie: cookie });
    expect((await screen.answered)?.statusCode).toBe(200);
    // A screen in a hall is not touched for hours.
    await app.db.execute(`update sessions set used_at = now() - interval '2 hours'`);
    const reopened = open('203.0.113.7', { Cookie: cookie });
    expect((await reopened.answered)?.statusCode).toBe(200);
    await Promise.all([...flood, ...others, late, screen, reopened].map(({ leave }) => leave()));
    await noneTaken();
  });
});

/**
 * Halts the work of a request before its nth step: a statement, the reading of a photograph, or a
 * drawing.
 */
function haltAt(nth: number) {
  let steps = 0;
  let goOn = (): void => undefined;
  let onHalt = (): void => undefined;
  const isHalted = new Promise<true>((resolve) => {
    onHalt = () => resolve(true);
  });
  const mayGoOn = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const step = async () => {
    if (++steps !== nth) return;
    onHalt();
    await mayGoOn;
  };
  const { query } = pg.Client.prototype;
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...args: unknown[]
  ) {
    const callback = args.at(-1);
    if (typeof callback !== 'function') return step().then(() => Reflect.apply(query, this, args));
    void step().then(() => Reflect.apply(query, this, args));
    return undefined;
  } as never);
  const { photos, drawer } = app.deps;
  const read = photos.read.bind(photos);
  vi.spyOn(photos, 'read').mockImplementation((address) => step().then(() => read(address)));
  const readUploaded = photos.readUploaded.bind(photos);
  vi.spyOn(photos, 'readUploaded').mockImplementation((address, rendition) =>
    step().then(() => readUploaded(address, rendition)),
  );
  const draw = drawer.draw.bind(drawer);
  vi.spyOn(drawer, 'draw').mockImplementation((drawing, photo) =>
    step().then(() => draw(drawing, photo)),
  );
  return { isHalted, goOn };
}

describe('a client that leaves at any step', () => {
  /** What each request that lasts needs. */
  async function lastingRequests(): Promise<Record<string, () => Promise<Sent>>> {
    const admin = await anAdministrator(app);
    const signedIn = { Cookie: admin.cookie, Origin: app.url };
    const photo = await sharp({
      create: { width: 400, height: 500, channels: 3, background: '#aa3311' },
    })
      .jpeg()
      .toBuffer();
    const nominee = async () => {
      const photoUrl = await app.deps.photos.uploads.store.store(photo);
      return app.given.artist({ photoUrl, nominatedIn: 1 });
    };
    const receipt = async () => {
      const { nominations } = await nominee();
      const { receiptCode } = await app.given.completedPayment(nominations);
      await app.entered();
      return `/api/payment/receipt/${receiptCode}`;
    };
    return {
      'a live stream': async () => ({
        path: `/api/nominations/category/${(await nominee()).nominations[0]!.categoryId}/live`,
      }),
      'a held poll': async () => {
        const { id } = await app.given.pendingPayment((await nominee()).nominations);
        return { path: `/api/payment/${id}/status?waitMs=500` };
      },
      'the picture of a receipt': async () => ({ path: `${await receipt()}/picture` }),
      'a proof': async () => ({ path: `${await receipt()}/proof` }),
      'a poster': async () => ({
        path: `/posters/${(await nominee()).nominations[0]!.id}-square-en.jpg`,
      }),
      'a preview': async () => ({
        path: `/previews/nomination-${(await nominee()).nominations[0]!.id}-en.jpg`,
      }),
      'a smaller photograph': async () => ({
        path: `${(await nominee()).photoUrl}/320.webp`,
      }),
      'an upload': async () => ({
        method: 'POST',
        path: '/api/admin/uploads',
        headers: { ...signedIn, 'Content-Type': 'image/jpeg' },
        body: photo,
      }),
      'an export': async () => ({ path: '/api/admin/payments.csv', headers: signedIn }),
    };
  }

  test.each([
    'a live stream',
    'a held poll',
    'the picture of a receipt',
    'a proof',
    'a poster',
    'a preview',
    'a smaller photograph',
    'an upload',
    'an export',
  ])('of %s leaves no place taken and no failure in the log', async (name) => {
    const requestFor = (await lastingRequests())[name]!;
    let steps = 0;
    for (let isHalted = true; isHalted; steps += 1) {
      const sent = await requestFor();
      const before = app.logs.length;
      const halt = haltAt(steps + 1);
      const { answered, leave } = send(sent);
      isHalted = await Promise.race([halt.isHalted, answered.then(() => false)]);
      await leave();
      halt.goOn();
      await noneTaken();
      await app.settled();
      vi.restoreAllMocks();
      const failures = app.logs.slice(before).filter((line) => JSON.parse(line).level >= 50);
      expect(failures, `left at step ${steps + 1}`).toEqual([]);
    }
    // At least one step was halted.
    expect(steps).toBeGreaterThan(1);
  });
});
