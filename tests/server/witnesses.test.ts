import { EventEmitter, once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text as readText } from 'node:stream/consumers';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { WITNESS_SANDBOX_SIGNER } from '#sandbox/index';
import { enterAll, Witnesses } from '#server/open-count/index';
import { bytesOf } from '#shared/open-count/bytes';
import { checkpointText, openCheckpoint } from '#shared/open-count/checkpoint';
import { parseNote, parseVkey, signatureLine, toNote, toVkey } from '#shared/open-count/note';
import { cosignText, parseSigningKey, signerOf, signText } from '#shared/open-count/signer';
import { originHash, witnessRequest } from '#shared/open-count/witness';
import { countSigning, countWitnesses } from '#shared/schema';
import { startTestApp, type TestApp } from '../support/app';
import { LEDGER_SIGNING_KEY } from '../support/ledger-key';
import { WitnessProcess } from '../support/witness-process';

const log = parseSigningKey(LEDGER_SIGNING_KEY);
const sandboxVkey = toVkey(WITNESS_SANDBOX_SIGNER.key);

/** The signers of the served checkpoint, and its size. */
async function served({ url }: TestApp, ...vkeys: string[]) {
  const note = await (await fetch(`${url}/count/checkpoint`)).text();
  const logKeys = (await (await fetch(`${url}/count/key`)).text()).trim().split('\n');
  const checkpoint = await openCheckpoint(note, [...logKeys, ...vkeys].map(parseVkey));
  const { size, cosignatures } = checkpoint;
  return { size, by: cosignatures.map(({ key }) => key.name).sort() };
}

/** Adds a payment to the log, and a checkpoint. */
async function grow(app: TestApp) {
  const artist = await app.given.artist();
  await app.given.completedPayment(artist.nominations);
  await app.entered();
}

/** As if enough time had passed for every witness to be asked again. */
const later = (app: TestApp, minutes = 60) =>
  app.db
    .update(countWitnesses)
    .set({ askAt: sql`${countWitnesses.askAt} - ${minutes} * interval '1 minute'` });

const publishedWitnesses = async ({ http }: TestApp) =>
  (await http.get('/api/count').expect(200)).body.witnesses;

const linesOf = ({ logs }: TestApp, words: string) => logs.filter((line) => line.includes(words));

describe("the sandbox's witness", () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({ timeoutMs: 3_000 });
  });
  afterAll(() => app?.close());
  beforeEach(async () => {
    app.witness.faults.reset();
    await grow(app);
    await later(app);
    await app.witnessed();
    app.logs.length = 0;
  });

  test('signs each new checkpoint, which is served at once and signed soon', async () => {
    const before = await served(app, sandboxVkey);
    expect(before.by).toEqual([WITNESS_SANDBOX_SIGNER.key.name]);
    await grow(app);
    const newCheckpoint = await served(app, sandboxVkey);
    expect(newCheckpoint.size).toBeGreaterThan(before.size);
    expect(newCheckpoint.by).toEqual([]);
    const [witness] = await publishedWitnesses(app);
    expect(witness).toEqual({
      name: WITNESS_SANDBOX_SIGNER.key.name,
      seen: { size: before.size, at: expect.stringMatching(/^\d{4}-.*Z$/) },
    });

    await app.witnessed();
    expect(await served(app, sandboxVkey)).toEqual({ ...newCheckpoint, by: before.by });
    expect(await publishedWitnesses(app)).toMatchObject([{ seen: { size: newCheckpoint.size } }]);
  });

  test('is also asked by the worker, when that is notified of a new checkpoint', async () => {
    await grow(app);
    const worker = new Witnesses({
      db: app.db,
      signers: app.config.ledgerSigners,
      settings: [{ vkey: sandboxVkey, url: urlOfSandbox(app) }],
      logger: app.deps.logger,
    }).start();
    await expect.poll(async () => (await served(app, sandboxVkey)).by).toHaveLength(1);
    await worker.stop();

    const signed: number[] = [];
    const artist = await app.given.artist();
    await app.given.completedPayment(artist.nominations);
    await enterAll({ ...app.deps.log, onSigned: () => void signed.push(1) });
    expect(signed).toEqual([1]);
    await enterAll({ ...app.deps.log, onSigned: () => void signed.push(2) });
    expect(signed).toEqual([1]);
  });

  test('is asked only hourly while there is nothing new', async () => {
    const calls = app.witness.callCount('add-checkpoint');
    await app.witnessed();
    await later(app, 45);
    await app.witnessed();
    expect(app.witness.callCount('add-checkpoint')).toBe(calls);
    await later(app, 10);
    await app.witnessed();
    expect(app.witness.callCount('add-checkpoint')).toBe(calls + 1);
    const note = await (await fetch(`${app.url}/count/checkpoint`)).text();
    expect(parseNote(note).signatures).toHaveLength(2);
  });

  test('is asked by one process at a time', async () => {
    await grow(app);
    const calls = app.witness.callCount('add-checkpoint');
    await Promise.all(Array.from({ length: 5 }, () => app.witnessed()));
    expect(app.witness.callCount('add-checkpoint')).toBe(calls + 1);
    expect((await served(app, sandboxVkey)).by).toHaveLength(1);
  });

  test('reports what it has seen, and is sent the right proof', async () => {
    await app.db.update(countWitnesses).set({ size: null, signedAt: null });
    await grow(app);
    const calls = app.witness.callCount('add-checkpoint');
    await app.witnessed();
    expect(app.witness.callCount('add-checkpoint')).toBe(calls + 2);
    expect((await served(app, sandboxVkey)).by).toHaveLength(1);
  });

  test('reads a log from the start when it has lost its state', async () => {
    app.witness.reset();
    await grow(app);
    await app.witnessed();
    expect((await served(app, sandboxVkey)).by).toHaveLength(1);
  });

  test('signs eventually, although its responses were lost', async () => {
    for (const fault of [
      { kind: 'cut', takesEffect: true },
      { kind: 'half-body' },
      { kind: 'cut' },
    ] as const) {
      await grow(app);
      app.witness.failNext('add-checkpoint', fault);
      await app.witnessed();
      expect((await served(app, sandboxVkey)).by).toEqual([]);
      await later(app);
      await app.witnessed();
      expect((await served(app, sandboxVkey)).by).toHaveLength(1);
    }
    expect(linesOf(app, 'a witness does not sign')).toHaveLength(3);
    expect(linesOf(app, 'a witness signs again')).toHaveLength(3);
  });

  test('that never responds is asked less and less often, and reported once', async () => {
    await grow(app);
    app.witness.failNext('add-checkpoint', { kind: 'hang' }, Number.POSITIVE_INFINITY);
    const waits: number[] = [];
    for (let time = 0; time < 4; time++) {
      await later(app);
      await app.witnessed();
      const { rows } = await app.db.execute<{ wait: number }>(
        sql`select extract(epoch from ask_at - now())::float8 as wait from count_witnesses`,
      );
      waits.push(rows[0]?.wait ?? 0);
    }
    expect(waits).toEqual([...waits].sort((a, b) => a - b));
    expect(waits[3]).toBeGreaterThan(4);
    const [line, ...more] = linesOf(app, 'a witness does not sign');
    expect(more).toEqual([]);
    expect(JSON.parse(line ?? '')).toMatchObject({
      level: 40,
      witness: WITNESS_SANDBOX_SIGNER.key.name,
      reason: 'TimeoutError',
    });
  });

  test('is aborted when the server stops in the middle of a call, without counting as a failure', async () => {
    await grow(app);
    app.witness.failNext('add-checkpoint', { kind: 'hang' });
    const calls = app.witness.callCount('add-checkpoint');
    const worker = new Witnesses({
      db: app.db,
      signers: app.config.ledgerSigners,
      settings: [{ vkey: sandboxVkey, url: urlOfSandbox(app) }],
      logger: app.deps.logger,
      timeoutMs: 60_000,
    }).start();
    await expect.poll(() => app.witness.callCount('add-checkpoint')).toBe(calls + 1);
    await worker.stop();
    const [row] = await app.db.select().from(countWitnesses);
    expect(row?.failures).toBe(0);
    expect(linesOf(app, 'a witness does not sign')).toEqual([]);
    await app.witnessed();
    expect((await served(app, sandboxVkey)).by).toHaveLength(1);
  });

  test.each([
    { what: 'smaller than what it has seen', more: 50 },
    { what: 'different from what it has seen', more: 0 },
  ])('finds a log that is $what, which raises an alarm', async ({ more }) => {
    // What an attacker with the log's key would show only to the witness.
    const [signer] = app.config.ledgerSigners;
    const { size } = await served(app);
    const origin = signer?.key.name ?? '';
    const text = checkpointText({ origin, size: size + more, root: new Uint8Array(32).fill(1) });
    app.witness.reset();
    const forged = toNote({ text, signatures: signer ? [await signText(signer, text)] : [] });
    const { status } = await app.witness.addCheckpoint(bytesOf(witnessRequest(0, [], forged)));
    expect(status).toBe(200);

    await grow(app);
    await app.witnessed();
    expect((await served(app, sandboxVkey)).by).toEqual([]);
    const [line = '{}'] = linesOf(app, 'open-count-forked');
    expect(JSON.parse(line)).toMatchObject({
      level: 50,
      alarm: 'open-count-forked',
      witness: WITNESS_SANDBOX_SIGNER.key.name,
      ...(more > 0 ? { outcome: 'ahead', size: size + more } : { outcome: 'forked' }),
    });
    // The witness presents what the log has signed but does not contain: nothing more is signed.
    const { size: last } = await served(app);
    await grow(app);
    expect((await served(app)).size).toBe(last);
    app.witness.reset();
    await app.db.update(countSigning).set({ pausedSince: null, missing: null });
  });
});

const urlOfSandbox = ({ stripeUrl }: TestApp) => stripeUrl.replace(/\/v1$/, '/sandbox/witness');

describe('other witnesses', () => {
  let directory: string;
  let app: TestApp;
  let gazette: WitnessProcess;
  let manager: WitnessProcess;
  /** Address of the second one in the log's configuration, whatever server is there. */
  let front: Awaited<ReturnType<typeof startFront>>;
  beforeAll(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'awards-witnesses-'));
    [gazette, manager, front] = await Promise.all([
      start('gazette'),
      start('manager'),
      startFront(),
    ]);
    front.stands(passedTo(() => manager.url));
    const settings = [`${gazette.vkey} ${gazette.url}`, `${manager.vkey} ${front.url}/`];
    app = await startTestApp({
      env: { LEDGER_SIGNING_KEY, LEDGER_WITNESSES: settings.join(', ') },
      timeoutMs: 3_000,
    });
  });
  afterAll(async () => {
    await Promise.all([gazette.end(), manager.end(), app.close(), front.close()]);
    await rm(directory, { recursive: true });
  });
  beforeEach(async () => {
    app.logs.length = 0;
    await grow(app);
    await later(app);
  });
  afterEach(() => front.stands(passedTo(() => manager.url)));

  const start = (name: string) =>
    WitnessProcess.start({
      folder: path.join(directory, name),
      name: `${name}.example`,
      log: toVkey(log.key),
    });
  const both = () => served(app, gazette.vkey, manager.vkey);
  const bothNames = ['gazette.example', 'manager.example'];

  test('sign the same checkpoint independently', async () => {
    await app.witnessed();
    const { size, by } = await both();
    expect(by).toEqual(bothNames);
    expect(await publishedWitnesses(app)).toMatchObject([
      { name: 'gazette.example', seen: { size } },
      { name: 'manager.example', seen: { size } },
    ]);
    for (const { url } of [gazette, manager]) {
      const shown = await fetch(`${url}/${originHash(log.key.name)}/checkpoint`);
      expect(await shown.text()).toContain(`vote.example/count\n${size}\n`);
    }
  });

  test('are asked again when they are back, with everything that they have missed', async () => {
    await app.witnessed();
    await manager.end();
    for (let checkpoint = 0; checkpoint < 3; checkpoint++) {
      await grow(app);
      await later(app);
      await app.witnessed();
      expect((await both()).by).toEqual(['gazette.example']);
    }
    manager = await start('manager');
    await later(app);
    await app.witnessed();
    expect((await both()).by).toEqual(bothNames);
  });

  test('that are slow delay no log and no other witness', async () => {
    const slow = new EventEmitter();
    front.stands(async (req, res) => {
      await once(slow, 'answers');
      await passedTo(() => manager.url)(req, res);
    });
    const asking = app.witnessed();
    await expect.poll(async () => (await both()).by).toEqual(['gazette.example']);
    await grow(app);
    slow.emit('answers');
    await asking;
    expect((await both()).by).not.toContain('manager.example');
  });

  test.each<[what: string, stands: RequestListener]>([
    [
      'with a page',
      (_req, res) => void res.setHeader('Content-Type', 'text/html').end('<html></html>'),
    ],
    ['with nothing', (_req, res) => void res.end()],
    ['with a broken connection', (req) => void req.socket.destroy()],
    ['with an error', (_req, res) => void res.writeHead(503).end()],
    ['with a redirect', (_req, res) => void res.writeHead(302, { Location: '/other' }).end()],
    ['with a conflict without a size', (_req, res) => void res.writeHead(409).end('none\n')],
    ['with an endless response', (_req, res) => void flood(res)],
    [
      'with the signature of another key',
      async (req, res) => {
        const other = signerOf('manager.example', 'witness', new Uint8Array(32).fill(9));
        const [, note = ''] = (await readText(req)).split(/\n\n(.*)/s);
        const seconds = Math.floor(Date.now() / 1000);
        res.end(signatureLine(await cosignText(other, parseNote(note).text, seconds)));
      },
    ],
    [
      'with its signature of another checkpoint',
      async (_req, res) => {
        const shown = await fetch(`${manager.url}/${originHash(log.key.name)}/checkpoint`);
        const [, signature] = parseNote(await shown.text()).signatures;
        res.end(signature ? signatureLine(signature) : '');
      },
    ],
  ])('that respond %s are not trusted, and reported', async (_what, stands) => {
    await app.witnessed();
    await grow(app);
    await later(app);
    front.stands(stands);
    await app.witnessed();
    expect((await both()).by).toEqual(['gazette.example']);
    const lines = linesOf(app, 'a witness does not sign');
    expect(lines.map((line) => JSON.parse(line).witness)).toEqual(['manager.example']);

    front.stands(passedTo(() => manager.url));
    await later(app);
    await app.witnessed();
    expect((await both()).by).toEqual(bothNames);
  });
});

function flood(res: Parameters<RequestListener>[1]): void {
  const piece = '— a AAAAAAAA\n'.repeat(10_000);
  const write = () => {
    while (!res.destroyed && res.write(piece));
  };
  res.on('drain', write);
  write();
}

const passedTo =
  (target: () => string): ((...call: Parameters<RequestListener>) => Promise<void>) =>
  async (req, res) => {
    const sent = await readText(req);
    const answer = await fetch(`${target()}${req.url}`, { method: 'POST', body: sent }).catch(
      () => null,
    );
    if (!answer) {
      res.writeHead(502).end();
      return;
    }
    const type = answer.headers.get('content-type') ?? '';
    res.writeHead(answer.status, { 'Content-Type': type }).end(await answer.text());
  };

/** A server with exchangeable behaviour. */
async function startFront() {
  let stands: RequestListener = (_req, res) => void res.end();
  const server: Server = createServer((req, res) => stands(req, res));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    stands(listener: RequestListener) {
      stands = listener;
    },
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}
