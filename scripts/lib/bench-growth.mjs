import { spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { eraseInPortions } from '../../server/admin/voters/erase';
import { openDatabase } from '../../server/db/client';
import { recountOnSlowPhone, visit } from './bench-browser.mjs';
import { DAYS, PHONE_HASH_KEY, sampleOf, seedPayments } from './bench-seed.mjs';
import { untilEntered } from './bench-support.mjs';
import { AT_ONCE, SECRET, spread, startProvider, startServer } from './bench-write-path.mjs';
import { median, publish, quantile } from './benchmarks.mjs';
import { interrupted, ROOT } from './run.mjs';

/** More rounds make the medians steadier. */
const ROUNDS = 21;
/** The first rounds fill caches. */
const WARM_UP = 3;
const SIZES = [5_000, 200_000, 2_000_000];
/** Highest allowed growth of what a person waits for, from the smallest to the largest number. */
const BOUND = 1.5;
/** A page is older than this when it is read again, in ms: the server reads it from the database. */
const PAGE_AGE_MS = 1_100;
/** Rounds of what includes this wait. */
const PAGE_ROUNDS = 15;
/** Duration of the load whose effect on hot rows is measured, in seconds. */
const LOAD_SECONDS = Number(process.env.GROWTH_LOAD_SECONDS ?? 120);

/** @typedef {import('./bench-seed.mjs').Sample} Sample */
/** @typedef {Awaited<ReturnType<typeof build>>} World */
/** @typedef {(world: World) => Promise<number>} Measure returns ms */

/**
 * Measures what grows with the number of payments, in databases with 5,000, 200,000 and 2,000,000
 * completed ones; for other numbers: `npm run bench growth 5000 200000`. Requests alternate between
 * the databases, so that other load on the machine affects all.
 * @param {string} serverUrl
 * @param {string} dataDir
 * @param {number[]} chosen
 */
export const measureGrowth = (serverUrl, dataDir, chosen) =>
  withWorlds(serverUrl, dataDir, chosen, async (worlds) => {
    await publish('Bytes of a payment, by table and index', await storageRows(worlds));
    for (const world of worlds) await catchUp(world);
    await publish('What a person waits for, by number of payments', [
      ...(await compare(worlds, REQUESTS, ROUNDS)),
      ...(await compare(worlds, VOTES, ROUNDS)),
      ...(await compare(worlds, PAGES, PAGE_ROUNDS, afterVotes)),
    ]);
    const [largest] = worlds.slice(-1);
    if (!largest) throw new Error('There is no database.');
    await publish('Hot rows after a load', await measureHotRows(largest));
  });

/**
 * Measures work on all payments, in the same databases: `npm run bench bulk`. Kept databases cannot be used again, because
 * their voters' data is erased at the end.
 * @param {string} serverUrl
 * @param {string} dataDir
 * @param {number[]} chosen
 */
export const measureBulk = (serverUrl, dataDir, chosen) =>
  withWorlds(serverUrl, dataDir, chosen, (worlds) =>
    measureWholeTables(serverUrl, dataDir, worlds),
  );

/**
 * @param {string} serverUrl
 * @param {string} dataDir
 * @param {number[]} chosen
 * @param {(worlds: World[]) => Promise<unknown>} measure
 */
async function withWorlds(serverUrl, dataDir, chosen, measure) {
  const provider = await startProvider();
  /** @type {World[]} */
  const worlds = [];
  try {
    for (const size of chosen.length > 0 ? chosen : SIZES) {
      worlds.push(await build({ serverUrl, dataDir, provider, size }));
    }
    await measure(worlds);
  } finally {
    for (const world of worlds) await world.close();
    provider.close();
  }
}

/**
 * Creates a database with this many completed payments, unless an earlier run has left it in the
 * directory, and starts a server for it, which enters them into the open count.
 * @param {{ serverUrl: string, dataDir: string, size: number,
 *   provider: import('./bench-write-path.mjs').Provider }} options
 */
async function build({ serverUrl, dataDir, size, provider }) {
  const { url, upgradeMs } = await seedPayments({ serverUrl, size });
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query('SELECT id FROM nominations');
  const nominations = rows.map(({ id }) => id);
  const directory = path.join(dataDir, `server-${size}`);
  await mkdir(directory, { recursive: true });
  const server = await startServer({
    url,
    dataDir: directory,
    provider,
    nominations,
    settings: { PHONE_HASH_KEY },
  });
  const startedAt = performance.now();
  const { rows: waiting } = await client.query('SELECT count(*)::int AS count FROM count_queue');
  await untilEntered(client);
  const enteredMs = performance.now() - startedAt;
  const times = await keepTimes(directory, {
    ...(upgradeMs !== null && { upgradeMs }),
    ...(waiting[0].count > size / 2 && { enteredMs }),
  });
  await untilSettled(client);
  await client.query('VACUUM (ANALYZE)');
  const cookie = await signIn(client);
  return {
    size,
    url,
    times,
    sample: await sampleOf(url),
    server,
    client,
    cookie,
    directory,
    async close() {
      await client.end();
      await server.close();
    },
  };
}

/**
 * Keeps the durations of what is done once, because kept databases are used again.
 * @param {string} directory
 * @param {{ upgradeMs?: number, enteredMs?: number }} measured
 * @returns {Promise<{ upgradeMs?: number, enteredMs?: number }>}
 */
async function keepTimes(directory, measured) {
  const file = path.join(directory, 'times.json');
  const kept = existsSync(file) ? JSON.parse(await readFile(file, 'utf8')) : {};
  const times = { ...kept, ...measured };
  await writeFile(file, JSON.stringify(times));
  return times;
}

/**
 * Waits for what a server does once after its start: the recount, and figures that are kept.
 * @param {pg.Client} client
 */
async function untilSettled(client) {
  for (let isDone = false; !isDone; await delay(500)) {
    interrupted.throwIfAborted();
    const { rows } = await client.query(
      `SELECT count(*) FILTER (WHERE begun_at IS NOT NULL AND leased_until <= now()) = 2
         AND ${ARE_FIGURES_KEPT} AS done
       FROM verifications`,
    );
    isDone = rows[0].done;
  }
}

/** True once figures of the last closed day are kept, which are kept last. */
const ARE_FIGURES_KEPT = `EXISTS (
  SELECT FROM kept_figures WHERE kind = 'started' AND ends_at > now() - interval '49 hours'
    AND ends_at - starts_at > interval '2 hours'
)`;

/**
 * Adds payments at the same rate until now, because filling the databases took a while: the figures
 * of the last minutes are never kept.
 * @param {World} world
 */
const catchUp = ({ client, size }) =>
  client.query(`
    WITH paid AS (
      INSERT INTO payments (provider, provider_ref, amount, status, total_votes, vote_price,
        attempted_at, completed_at, settled_at, receipt_code, created_at)
      SELECT 'campay', gen_random_uuid()::text, 200, 'completed', 2, 100, at, at, at,
        upper(substr(md5(random()::text), 1, 10)), at
      FROM generate_series((SELECT max(created_at) FROM payments), now(),
        interval '${DAYS} days' / ${size}) AS at
      RETURNING id
    ), bought AS (
      INSERT INTO payment_votes (payment_id, nomination_id, vote_count)
      SELECT paid.id, chosen.id, 2 FROM paid, LATERAL (
        SELECT id FROM nominations ORDER BY id OFFSET abs(hashtext(paid.id::text)) % 100 LIMIT 1
      ) AS chosen
      RETURNING nomination_id
    )
    INSERT INTO nomination_totals (nomination_id, votes)
    SELECT nomination_id, 2 * count(*) FROM bought GROUP BY nomination_id
    ON CONFLICT (nomination_id) DO UPDATE SET votes = nomination_totals.votes + excluded.votes`);

/**
 * Signs an owner in by the rows that a sign-in leaves.
 * @param {pg.Client} client
 * @returns {Promise<string>} the cookie
 */
async function signIn(client) {
  const sid = 'bench';
  const session = {
    cookie: { originalMaxAge: 86_400_000, httpOnly: true, path: '/', sameSite: 'lax' },
    passport: { user: { id: 'bench', at: Date.now() } },
    authenticatedAt: Date.now(),
  };
  await client.query(
    `INSERT INTO users (id, subject, role) VALUES ('bench', 'bench', 'owner') ON CONFLICT DO NOTHING`,
  );
  await client.query('DELETE FROM sessions WHERE sid = $1', [sid]);
  await client.query(
    `INSERT INTO sessions (sid, sess, expire, used_at) VALUES ($1, $2, now() + interval '1 day', now())`,
    [sid, session],
  );
  const signature = createHmac('sha256', SECRET).update(sid).digest('base64').replace(/=+$/, '');
  return `session=${encodeURIComponent(`s:${sid}.${signature}`)}`;
}

/**
 * Compares the medians of one measure after the other.
 * @param {World[]} worlds
 * @param {{ name: string, measure: Measure }[]} measures
 * @param {number} rounds
 * @param {(worlds: World[]) => Promise<unknown>} [prepare] before each round
 */
async function compare(worlds, measures, rounds, prepare) {
  const rows = [];
  for (const { name, measure } of measures) {
    const times = worlds.map(() => /** @type {number[]} */ ([]));
    for (let round = -WARM_UP; round < rounds; round += 1) {
      await prepare?.(worlds);
      for (const [index, world] of worlds.entries()) {
        interrupted.throwIfAborted();
        // One that fails takes up to the server's time limit, and fails again.
        const hasFailed = times[index]?.includes(Number.POSITIVE_INFINITY);
        const ms = hasFailed ? Number.POSITIVE_INFINITY : await measure(world).catch(toInfinity);
        if (round >= 0 || ms === Number.POSITIVE_INFINITY) times[index]?.push(ms);
      }
    }
    const medians = times.map(median);
    const ratio = (medians.at(-1) ?? 0) / (medians[0] ?? 1);
    rows.push({
      what: name,
      ...bySize(worlds, (_world, index) => inMilliseconds(medians[index] ?? Number.NaN)),
      ratio: Number.isFinite(ratio) ? ratio.toFixed(2) : '',
      target: bound(ratio <= BOUND, `≤ ${BOUND}`),
    });
    console.log(Object.values(rows.at(-1) ?? {}).join(' | '));
  }
  return rows;
}

/** @param {Error} error */
function toInfinity({ message }) {
  console.error(message);
  return Number.POSITIVE_INFINITY;
}

const inMilliseconds = (/** @type {number} */ ms) =>
  Number.isFinite(ms) ? `${ms.toFixed(1)} ms` : 'failed';

/**
 * @param {World[]} worlds
 * @param {(world: World, index: number) => string} cellOf
 * @returns {Record<string, string>}
 */
const bySize = (worlds, cellOf) =>
  Object.fromEntries(worlds.map((world, index) => [format(world.size), cellOf(world, index)]));

const bound = (/** @type {boolean} */ isMet, /** @type {string} */ target) =>
  `${target}${isMet ? '' : ' MISSED'}`;

/** @typedef {{ path: string, body?: object }} BenchRequest by POST if it has a body, else by GET */

/** Reads of administrators, and of voters that are never cached. */
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
  tracking('search: receipt code', ({ receipt }) => ({ search: `#${receipt}` })),
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
  request('history of a payment', ({ id }) => `/api/admin/payments/${id}`),
  request('health', () => '/api/admin/health'),
  request('dashboard: stats', () => '/api/stats'),
  request('dashboard: leaders', () => '/api/admin/leaders'),
  request('analytics, 7 days', () => '/api/admin/analytics?days=7'),
  request('analytics, 30 days', () => '/api/admin/analytics'),
  request('Books of a month', ({ day }) => `/api/admin/books?month=${day.slice(0, 7)}`),
  request('Books of this month', () => '/api/admin/books'),
  request('Books of a day', ({ day }) => `/api/admin/books/days/${day}`),
  request('Books of today', () => `/api/admin/books/days/${new Date().toISOString().slice(0, 10)}`),
  request('Books: closings of a day', ({ day }) => `/api/admin/books/closings?day=${day}`),
  request('Books: closings of the event', () => '/api/admin/books/closings'),
  request('receipt by code', ({ receipt }) => `/api/payment/receipt/${receipt}`),
  post('receipts by number', ({ phone }) => ({
    path: '/api/receipts/lookup',
    body: { phoneNumber: phone },
  })),
  post('receipts by e-mail', ({ email }) => ({
    path: '/api/receipts/lookup',
    body: { email },
  })),
  request(
    'open count: proof of a receipt',
    ({ receipt }) => `/api/payment/receipt/${receipt}/proof`,
  ),
  request('open count: checkpoint', () => '/count/checkpoint'),
  request('open count: a tile', () => '/count/tile/0/000'),
];

/**
 * @param {string} name
 * @param {(sample: Sample) => Record<string, string>} filters
 */
function tracking(name, filters) {
  return post(`tracking: ${name}`, (sample) => {
    const body = filters(sample);
    return 'search' in body
      ? { path: '/api/voter-tracking/search', body }
      : { path: `/api/voter-tracking?${new URLSearchParams(body)}` };
  });
}

/**
 * @param {string} name
 * @param {(sample: Sample) => string} pathOf
 */
function request(name, pathOf) {
  return post(name, (sample) => ({ path: pathOf(sample) }));
}

/**
 * @param {string} name
 * @param {(sample: Sample) => BenchRequest} requestOf
 * @returns {{ name: string, measure: Measure }}
 */
function post(name, requestOf) {
  return { name, measure: (world) => timed(world, requestOf(world.sample)) };
}

/**
 * @param {World} world
 * @param {BenchRequest} request
 */
async function timed({ server, cookie }, { path: address, body }) {
  // All requests come from one address, which would soon reach the limits of look-ups.
  if (body) await server.resetRateLimits();
  const startedAt = performance.now();
  const response = await fetch(server.origin + address, {
    headers: { Cookie: cookie, ...(body && { 'Content-Type': 'application/json' }) },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${address}: ${response.status} ${text}`);
  return performance.now() - startedAt;
}

/** @type {{ name: string, measure: Measure }[]} */
const VOTES = [
  {
    name: 'a payment is created',
    async measure({ server }) {
      await server.resetRateLimits();
      const startedAt = performance.now();
      await server.startPayment();
      return performance.now() - startedAt;
    },
  },
  {
    name: 'it is completed, from the provider’s message to the receipt',
    async measure(world) {
      const [paid] = await world.server.start(1, spread, 1);
      return paid ? completed(world, paid) : Number.NaN;
    },
  },
  {
    name: 'open count: from completed to entered',
    async measure(world) {
      const [paid] = await world.server.start(1, spread, 1);
      // The sequencer appends once a second, so that the moment of a payment must not depend on it.
      await delay(Math.random() * 1_000);
      if (paid) await completed(world, paid);
      const startedAt = performance.now();
      await untilEntered(world.client, 5);
      return performance.now() - startedAt;
    },
  },
];

/**
 * @param {World} world
 * @param {import('./bench-write-path.mjs').Paid} paid
 */
async function completed({ server }, paid) {
  const startedAt = performance.now();
  await server.report(paid);
  for (let isPaid = false; !isPaid; ) {
    const response = await fetch(`${server.origin}/api/payment/${paid.id}/status`);
    isPaid = (await response.json()).receiptCode !== null;
  }
  return performance.now() - startedAt;
}

/** Public pages after a vote, each older than the server's cache allows. */
const PAGES = [
  page('page of a category', ({ category }) => `/category/${category}`),
  page('nominees of a category', ({ category }) => `/api/nominations/category/${category}`),
  page('categories', () => '/api/categories'),
  page('trending artists', () => '/api/featured-artists'),
  page('open count', () => '/api/count'),
  page('open count: timeline', ({ category }) => `/api/count/timeline/${category}`),
];

/**
 * @param {string} name
 * @param {(sample: Sample) => string} pathOf
 * @returns {{ name: string, measure: Measure }}
 */
function page(name, pathOf) {
  return request(`after a vote: ${name}`, pathOf);
}

/** @param {World[]} worlds */
async function afterVotes(worlds) {
  for (const world of worlds) {
    const [paid] = await world.server.start(1, spread, 1);
    if (paid) await completed(world, paid);
  }
  await delay(PAGE_AGE_MS);
}

/**
 * Bytes of each table and index for one completed payment, those of at least a byte.
 * @param {World[]} worlds
 */
async function storageRows(worlds) {
  /** @type {Map<string, number>[]} */
  const sizes = [];
  for (const { client, size } of worlds) {
    const { rows } = await client.query(
      `SELECT coalesce(owner.relname || ': ' || part.relname, part.relname) AS name,
         pg_table_size(part.oid)::float8 AS bytes
       FROM pg_class AS part
       LEFT JOIN pg_index ON indexrelid = part.oid
       LEFT JOIN pg_class AS owner ON owner.oid = indrelid
       WHERE part.relnamespace = 'public'::regnamespace AND part.relkind IN ('r', 'i')`,
    );
    sizes.push(new Map(rows.map(({ name, bytes }) => [name, bytes / size])));
  }
  const largest = sizes.at(-1) ?? new Map();
  const names = [...largest].filter(([, bytes]) => bytes >= 1).sort(([, a], [, b]) => b - a);
  const all = sizes.map((parts) => [...parts.values()].reduce((sum, bytes) => sum + bytes, 0));
  const row = (/** @type {string} */ name, /** @type {number[]} */ bytes) => ({
    'table, or table: index': name,
    ...bySize(worlds, (_world, index) => `${(bytes[index] ?? 0).toFixed(0)} B`),
    target: bound((bytes.at(-1) ?? 0) <= (bytes[0] ?? 0) * BOUND, `≤ × ${BOUND}`),
  });
  const bytesOf = (/** @type {string} */ name) => sizes.map((parts) => parts.get(name) ?? 0);
  return [row('all', all), ...names.map(([name]) => row(name, bytesOf(name)))];
}

/** Rows that every vote changes. */
const HOT_TABLES = [
  'nomination_totals',
  'payment_counts',
  'payment_count_changes',
  'count_queue',
  'count_minutes',
  'count_hours',
  'kept_figures',
  'count_heads',
  'count_checkpoints',
  'count_signing',
  'rate_limits',
];
/** A hot table may be this many times as large as its live rows need after a vacuum. */
const BLOAT_BOUND = 20;
const HOT_BYTES = 10_000_000;

/** @param {World} world */
async function measureHotRows({ server, client }) {
  await client.query('SELECT pg_stat_reset()');
  await client.query(`VACUUM FULL ${HOT_TABLES.join(', ')}`);
  const sizes = async () =>
    (
      await client.query(
        `SELECT relname AS name, pg_table_size(relid)::float8 AS bytes, n_live_tup::int AS live,
           n_dead_tup::int AS dead, n_tup_upd::int AS updates, n_tup_hot_upd::int AS hot,
           autovacuum_count::int AS vacuums
         FROM pg_stat_user_tables WHERE relname = ANY ($1) ORDER BY array_position($1, relname::text)`,
        [HOT_TABLES],
      )
    ).rows;
  const before = await sizes();
  const until = performance.now() + LOAD_SECONDS * 1_000;
  let paid = 0;
  const startedAt = performance.now();
  while (performance.now() < until) {
    interrupted.throwIfAborted();
    const started = await server.start(200, spread, 8);
    await server.complete(started, AT_ONCE);
    paid += started.length;
  }
  await untilEntered(client);
  const seconds = (performance.now() - startedAt) / 1_000;
  await delay(1_000); // PostgreSQL's statistics are up to a second old
  const after = await sizes();
  return after.map(({ name, bytes, live, dead, updates, hot, vacuums }, index) => {
    const small = Math.max(before[index]?.bytes ?? 0, 8_192);
    return {
      [`table, after ${format(paid)} payments in ${seconds.toFixed(0)} s`]: name,
      'before, vacuumed': kilobytes(small),
      after: kilobytes(bytes),
      'live rows': format(live),
      'dead rows': format(dead),
      'updates in the same page': updates === 0 ? '' : `${Math.round((100 * hot) / updates)} %`,
      autovacuums: vacuums,
      target: bound(
        bytes <= Math.max(small * BLOAT_BOUND, HOT_BYTES),
        `≤ ${HOT_BYTES / 1e6} MB or ${BLOAT_BOUND} ×`,
      ),
    };
  });
}

/**
 * Measures work on all payments, which may take time in proportion to them, and how long votes take
 * meanwhile in the largest database.
 * @param {string} serverUrl
 * @param {string} dataDir
 * @param {World[]} worlds
 */
async function measureWholeTables(serverUrl, dataDir, worlds) {
  /** @type {Record<string, string | number>[]} */
  const rows = [];
  /** @type {Record<string, string | number>[]} */
  const waits = [];
  const alone = await votesDuring(worlds.at(-1), () => delay(20_000));
  /**
   * @param {string} what
   * @param {(world: World) => Promise<number | null>} measure returns ms; null when impossible here
   */
  const measureAll = async (what, measure) => {
    const times = [];
    for (const world of worlds) {
      interrupted.throwIfAborted();
      if (world !== worlds.at(-1)) {
        times.push(await measure(world));
        continue;
      }
      const { result, created, paid } = await votesDuring(world, () => measure(world));
      times.push(result);
      if (result === null) continue;
      waits.push({
        during: what,
        'payment created, p95': `${created.toFixed(0)} ms`,
        'payment completed, p95': `${paid.toFixed(0)} ms`,
        'without it': `${alone.created.toFixed(0)} and ${alone.paid.toFixed(0)} ms`,
        target: bound(created <= 1_000 && paid <= 1_000, '≤ 1,000 ms'),
      });
    }
    rows.push(proportional(what, worlds, times));
    await publishAll();
  };
  // After each measure, because all of them take an hour.
  const publishAll = async () => {
    await publish('Work on all payments, by their number', rows);
    if (waits.length === 0) return;
    await publish(`Votes during work on ${format(worlds.at(-1)?.size ?? 0)} payments`, waits);
  };
  rows.push(
    proportional(
      'entering all into the empty log',
      worlds,
      worlds.map(({ times }) => times.enteredMs ?? null),
    ),
    proportional(
      'upgrade: the last migrations',
      worlds,
      worlds.map(({ times }) => times.upgradeMs ?? null),
    ),
  );
  await measureAll('keeping the figures of all closed days', async ({ client }) => {
    const startedAt = performance.now();
    await client.query('DELETE FROM kept_figures');
    await untilSettled(client);
    return performance.now() - startedAt;
  });
  await measureAll('export of all payments as CSV', (world) => exportOf(world));
  const recounts = [];
  for (const { server, size } of worlds) {
    const profile = path.join(dataDir, `recounting-${size}`);
    const { taken } = await visit(profile, (session) =>
      recountOnSlowPhone(session, `${server.origin}/count`),
    );
    recounts.push(taken);
  }
  rows.push(proportional('recount in a browser', worlds, recounts));
  await publishAll();
  await measureAll('ledger:verify', ({ url, directory }) =>
    command(url, directory, 'ledger-verify'),
  );
  const fileOf = (/** @type {World} */ { size }) => path.join(dataDir, `backup-${size}.dump`);
  await measureAll('db:backup', (world) =>
    command(world.url, world.directory, 'backup', fileOf(world)),
  );
  const admin = new pg.Client({ connectionString: serverUrl });
  await admin.connect();
  const restored = Object.assign(new URL(serverUrl), { pathname: '/bench_restored' }).href;
  await measureAll('db:restore, with its verification', async (world) => {
    const file = fileOf(world);
    if (!existsSync(file)) return null;
    await admin.query('DROP DATABASE IF EXISTS bench_restored');
    await admin.query('CREATE DATABASE bench_restored');
    const ms = await command(restored, world.directory, 'restore', file);
    await admin.query('DROP DATABASE bench_restored');
    await rm(file);
    return ms;
  });
  await admin.end();
  // The last one, because the databases cannot be measured again without the voters' data.
  await measureAll('erasure of all voters', eraseAll);
}

/**
 * @param {string} what
 * @param {World[]} worlds
 * @param {(number | null)[]} times in ms; null when it was not measured
 */
function proportional(what, worlds, times) {
  const each = times.map((ms, index) => (ms === null ? null : ms / (worlds[index]?.size ?? 1)));
  // A process's start is most of the time with few payments.
  const [before, last] = each.slice(-2);
  const ratio = before && last ? last / before : null;
  return {
    what,
    ...bySize(worlds, (_world, index) => inSeconds(times[index] ?? null)),
    'per payment': ratio === null ? '' : `× ${ratio.toFixed(2)}`,
    target: ratio === null ? '' : bound(ratio <= BOUND, `≤ × ${BOUND}`),
  };
}

const inSeconds = (/** @type {number | null} */ ms) =>
  ms === null ? 'not measured' : `${(ms / 1_000).toFixed(1)} s`;

/**
 * Pays one payment after the other until the work is done.
 * @template Result
 * @param {World | undefined} world
 * @param {() => Promise<Result>} work
 */
async function votesDuring(world, work) {
  if (!world) throw new Error('There is no database.');
  const created = [];
  const paid = [];
  let isDone = false;
  const working = work().finally(() => {
    isDone = true;
  });
  while (!isDone) {
    const startedAt = performance.now();
    const [payment] = await world.server.start(1, spread, 1);
    created.push(performance.now() - startedAt);
    if (payment) paid.push(await completed(world, payment));
    await world.server.resetRateLimits();
    await delay(50);
  }
  return { result: await working, created: quantile(created, 0.95), paid: quantile(paid, 0.95) };
}

/**
 * Runs a built operator's command.
 * @param {string} url
 * @param {string} dataDir
 * @param {string} name
 * @param {string[]} args
 */
async function command(url, dataDir, name, ...args) {
  const startedAt = performance.now();
  const child = spawn(
    process.execPath,
    [path.join(ROOT, 'dist', 'server', 'commands', `${name}.js`), ...args],
    {
      cwd: dataDir,
      env: {
        PATH: process.env.PATH,
        NODE_ENV: 'test',
        DATABASE_URL: url,
        DATA_DIR: dataDir,
        SESSION_SECRET: SECRET,
        PHONE_HASH_KEY,
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  );
  const [code] = await once(child, 'exit');
  // It has printed the reason, such as client programs older than the database server.
  return code === 0 ? performance.now() - startedAt : null;
}

/** @param {World} world */
async function exportOf({ server, cookie }) {
  const startedAt = performance.now();
  const response = await fetch(`${server.origin}/api/admin/payments.csv`, {
    headers: { Cookie: cookie },
  });
  if (!response.ok) throw new Error(`The export was answered with ${response.status}.`);
  for await (const _chunk of response.body ?? []) interrupted.throwIfAborted();
  return performance.now() - startedAt;
}

/**
 * Erases all voters, as once their data has been stored for the set time.
 * @param {World} world
 */
async function eraseAll({ url }) {
  const { db, close } = openDatabase(url);
  const startedAt = performance.now();
  try {
    await eraseInPortions(db, {
      whose: undefined,
      by: { userId: null, reason: 'retention', edition: 1 },
    });
  } finally {
    await close();
  }
  return performance.now() - startedAt;
}

const kilobytes = (/** @type {number} */ bytes) => `${Math.round(bytes / 1_000)} kB`;

const format = (/** @type {number} */ count) => count.toLocaleString('en-US');
