import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import express from 'express';
import { registerAdminPayments } from '../server/admin/payments';
import { loadConfig } from '../server/config';
import { openDatabase } from '../server/db/client';
import { Api, RateLimiter, SecurityLog } from '../server/http';
import { HeldPolls, PAYMENT_ADAPTERS, Recoveries, voteCodeKey } from '../server/payments';
import { BackgroundTasks } from '../server/platform/background';
import { startEmbeddedPostgres } from '../server/platform/embedded-postgres';
import { createLogger } from '../server/platform/logger';
import { SingleFlight } from '../server/platform/single-flight';
import { LiveSettings } from '../server/settings';
import { users } from '../shared/schema';
import { measureHeldPolls } from './lib/bench-held-polls.mjs';
import { measureNetwork } from './lib/bench-network.mjs';
import { measureOpenCount } from './lib/bench-open-count.mjs';
import { measurePages } from './lib/bench-pages.mjs';
import { measurePreviews } from './lib/bench-previews.mjs';
import { measureReads } from './lib/bench-reads.mjs';
import { measureScreens } from './lib/bench-screens.mjs';
import { seedPayments } from './lib/bench-seed.mjs';
import { measureWritePath } from './lib/bench-write-path.mjs';
import { median, publish } from './lib/benchmarks.mjs';
import { interrupted, runMain } from './lib/run.mjs';

/** More rounds make the medians steadier. */
const ROUNDS = 31;
/** The first rounds fill caches. */
const WARM_UP = 3;
/** Highest allowed cost of the payments list, relative to the smaller number of payments. */
const BOUND = 3;

/**
 * @typedef {{ size: number, url: string, sample: import('./lib/bench-seed.mjs').Sample,
 *   close(): Promise<void> }} World
 */

const DEFAULT_SIZES = [5_000, 200_000];

/**
 * Measures the cost of reads, pages and payments: `npm run bench`, or `npm run bench pages` and the
 * like for one of them. No test depends on it, because machines differ.
 */
async function bench() {
  const chosen = process.argv.slice(2);
  const dataDir = await mkdtemp(path.join(tmpdir(), 'festival-awards-bench-'));
  const logger = { info() {}, warn: console.warn, error: console.error };
  const database = await startEmbeddedPostgres({ dataDir, logger, signal: interrupted });
  const measures = Object.entries({
    reads: () => measureReads(dataDir),
    pages: () => measurePages(dataDir),
    network: () => measureNetwork(dataDir),
    screens: () => measureScreens(dataDir),
    'held-polls': () => measureHeldPolls(database.url, dataDir),
    'write-path': () => measureWritePath(database.url, dataDir),
    'open-count': () => measureOpenCount(database.url, dataDir, chosen.map(Number).find(Boolean)),
    previews: () => measurePreviews(database.url, dataDir),
    admin: () => measureAdmin(database.url, chosen.map(Number).filter(Boolean)),
  });
  const named = measures.filter(([name]) => chosen.includes(name));
  try {
    for (const [, measure] of named.length > 0 ? named : measures) await measure();
  } finally {
    await database.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/**
 * Compares the cost of all admin requests about payments between two numbers of payments,
 * alternating so that other load on the machine affects both; for other numbers: `npm run bench
 * admin 5000 1000000`.
 * @param {string} serverUrl
 * @param {number[]} sizes
 */
async function measureAdmin(serverUrl, sizes) {
  /** @type {World[]} */
  const worlds = [];
  try {
    for (const size of sizes.length === 2 ? sizes : DEFAULT_SIZES) {
      worlds.push(await build(serverUrl, size));
    }
    await compareRequests(worlds);
    for (const world of worlds) await measureExport(world);
  } finally {
    for (const world of worlds) await world.close();
  }
}

/**
 * Creates a database with this many payments, and starts a server for it.
 * @param {string} serverUrl
 * @param {number} size
 * @returns {Promise<World>}
 */
async function build(serverUrl, size) {
  const startedAt = performance.now();
  const { url: databaseUrl, sample } = await seedPayments({ serverUrl, size });
  console.log(`${format(size)} payments, seeded in ${seconds(startedAt)}`);
  const { db, close } = openDatabase(databaseUrl);
  const logger = createLogger('silent');
  const config = { mail: { isOn: true } };
  const secret = 'b'.repeat(32);
  const { firstSettings } = loadConfig(
    { SESSION_SECRET: secret, PHONE_HASH_KEY: secret },
    PAYMENT_ADAPTERS,
  );
  const background = new BackgroundTasks(logger);
  const payments = {
    db,
    mobileMoney: null,
    formerMobileMoney: [],
    cards: null,
    captcha: null,
    limiter: new RateLimiter({ db, hashKey: '', logger, background }),
    waiting: new SingleFlight(),
    heldPolls: new HeldPolls(db),
    phoneHashKey: '',
    voteCodeKey: voteCodeKey(secret),
    checkExtensions: { card: {}, 'mobile-money': {} },
    recoveries: new Recoveries(),
    event: await LiveSettings.open(db, firstSettings),
    logger,
    background,
  };
  const api = new Api({ checksAnswers: false, admit: () => undefined });
  registerAdminPayments(
    { api },
    { config, payments, security: new SecurityLog({ logger, hashKey: '' }) },
  );
  const [administrator] = await db
    .insert(users)
    .values({ id: 'bench', subject: 'bench', role: 'owner' })
    .returning();
  const app = express().use(
    express.json(),
    (req, _res, next) => {
      if (administrator) req.user = administrator;
      next();
    },
    api.router,
  );
  const server = createServer(app);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port was assigned.');
  return {
    size,
    sample,
    url: `http://127.0.0.1:${address.port}`,
    async close() {
      server.close();
      server.closeAllConnections();
      await close();
    },
  };
}

/** @typedef {{ path: string, body?: object }} BenchRequest by POST if it has a body, else by GET */

/**
 * The requests, by name; a bounded one belongs to the list of payments.
 * @type {{ name: string, isBounded: boolean,
 *   requestFor: (sample: World['sample']) => BenchRequest }[]}
 */
const REQUESTS = [
  tracking('first page', () => ({})),
  tracking('first page of 100', () => ({ limit: '100' })),
  tracking('a page in the middle', ({ cursor }) => ({ cursor })),
  tracking('oldest first', () => ({ order: 'oldest' })),
  tracking('oldest first, failed', () => ({ order: 'oldest', status: 'failed' })),
  ...['card', 'mobile-money'].map((provider) => tracking(provider, () => ({ provider }))),
  ...['completed', 'pending', 'failed'].map((status) => tracking(status, () => ({ status }))),
  ...['attempted', 'abandoned'].map((attempt) => tracking(attempt, () => ({ attempt }))),
  tracking('card and failed', () => ({ provider: 'card', status: 'failed' })),
  tracking('mobile money, abandoned', () => ({ provider: 'mobile-money', attempt: 'abandoned' })),
  tracking('a combination without payments', () => ({ status: 'failed', attempt: 'attempted' })),
  tracking('a week', ({ from, to }) => ({ from, to })),
  tracking('a week, card and completed', ({ from, to }) => ({
    from,
    to,
    provider: 'card',
    status: 'completed',
  })),
  tracking('search: id', ({ id }) => ({ search: id })),
  tracking('search: first 8 of an id', ({ id }) => ({ search: id.slice(0, 8) })),
  tracking('search: e-mail', ({ email }) => ({ search: email })),
  tracking('search: beginning of an e-mail', ({ email }) => ({ search: email.slice(0, 8) })),
  tracking('search: number', ({ phone }) => ({ search: phone.slice(3) })),
  tracking('search: number, failed', ({ phone }) => ({ search: phone, status: 'failed' })),
  tracking('search: nothing found', () => ({ search: 'nobody@nowhere' })),
  tracking('search: middle of an e-mail', ({ email }) => ({ search: email.slice(3, -8) })),
  tracking('search: a common text', () => ({ search: 'example.cm' })),
  tracking('search: a common text, failed', () => ({ search: 'ngo', status: 'failed' })),
  tracking('search: end of a number', ({ phone }) => ({ search: phone.slice(-6) })),
  tracking('search: end of an id', ({ id }) => ({ search: id.slice(-12) })),
  tracking('search: part of a receipt code', ({ receipt }) => ({ search: receipt.slice(3) })),
  tracking('search: the operator’s number', ({ operator }) => ({ search: operator })),
  tracking('search: part of that number', ({ operator }) => ({ search: operator.slice(2, 8) })),
  tracking('search: three digits', () => ({ search: '512' })),
  tracking('search: an artist', () => ({ search: 'Artist 17' })),
  tracking('search: every artist', () => ({ search: 'artist' })),
  tracking('search: two characters', () => ({ search: 'ma' })),
  tracking('refunds', () => ({ look: 'refunds' })),
  tracking('declined cards', () => ({ look: 'declined' })),
  tracking('needs review', () => ({ look: 'needed' })),
  unbounded('history of a payment', ({ id }) => `/api/admin/payments/${id}`),
  unbounded('health', () => '/api/admin/health'),
  unbounded('stats', () => '/api/stats'),
  unbounded('analytics, 30 days', () => '/api/admin/analytics'),
];

/**
 * @param {string} name
 * @param {(sample: World['sample']) => Record<string, string>} filters
 */
function tracking(name, filters) {
  return {
    name,
    isBounded: true,
    /** @param {World['sample']} sample */
    requestFor(sample) {
      const body = filters(sample);
      return 'search' in body
        ? { path: '/api/voter-tracking/search', body }
        : { path: `/api/voter-tracking?${new URLSearchParams(body)}` };
    },
  };
}

/**
 * @param {string} name
 * @param {(sample: World['sample']) => string} pathOf
 */
function unbounded(name, pathOf) {
  return {
    name,
    isBounded: false,
    /** @param {World['sample']} sample */
    requestFor: (sample) => ({ path: pathOf(sample) }),
  };
}

/** @param {World[]} worlds */
async function compareRequests(worlds) {
  const rows = [];
  for (const { name, isBounded, requestFor } of REQUESTS) {
    const times = worlds.map(() => /** @type {number[]} */ ([]));
    for (let round = -WARM_UP; round < ROUNDS; round += 1) {
      for (const [index, world] of worlds.entries()) {
        interrupted.throwIfAborted();
        const ms = await timed(world.url, requestFor(world.sample));
        if (round >= 0) times[index]?.push(ms);
      }
    }
    const medians = times.map(median);
    const ratio = (medians.at(-1) ?? 0) / (medians[0] ?? 1);
    const target = isBounded ? `≤ ${BOUND}` : '';
    rows.push({
      request: name,
      ...Object.fromEntries(
        worlds.map(({ size }, index) => [format(size), `${medians[index]?.toFixed(1)} ms`]),
      ),
      ratio: ratio.toFixed(2),
      target: isBounded && ratio > BOUND ? `${target} MISSED` : target,
    });
  }
  await publish('Admin requests, by number of payments', rows);
}

/**
 * @param {string} url
 * @param {BenchRequest} request
 */
async function timed(url, { path, body }) {
  const startedAt = performance.now();
  const response = await fetch(
    url + path,
    body && {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    },
  );
  const text = await response.text();
  if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
  return performance.now() - startedAt;
}

/**
 * The first export lets the process allocate its working memory; additional memory for the second
 * one would show a dependency on the number of payments.
 * @param {World} world
 */
async function measureExport({ size, url }) {
  await readExport(url);
  const before = process.memoryUsage().rss;
  const startedAt = performance.now();
  const { bytes, highest } = await readExport(url);
  console.log(
    `export of ${format(size)}: ${megabytes(bytes)} in ${seconds(startedAt)}, ` +
      `memory grew by ${megabytes(highest - before)} to ${megabytes(highest)}`,
  );
}

/**
 * Reads the response completely without storing it.
 * @param {string} url
 */
async function readExport(url) {
  let highest = 0;
  let bytes = 0;
  const response = await fetch(`${url}/api/admin/payments.csv`);
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    highest = Math.max(highest, process.memoryUsage().rss);
  }
  return { bytes, highest };
}

/** @param {number} bytes */
const megabytes = (bytes) => `${(bytes / 1024 / 1024).toFixed(1)} MB`;

/** @param {number} startedAt */
const seconds = (startedAt) => `${((performance.now() - startedAt) / 1000).toFixed(1)} s`;

/** @param {number} count */
const format = (count) => count.toLocaleString('en-US');

await runMain(async () => {
  await bench();
  return 0;
});
