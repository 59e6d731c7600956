import { spawn } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { Agent, createServer, request } from 'node:http';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { SignJWT } from 'jose';
import pg from 'pg';
import { CAMPAY_SANDBOX_WEBHOOK_KEY, sandboxEnvironment } from '../../sandbox';
import { migrateDatabase } from '../../server/db/migrate';
import { newDeviceCookie } from '../../server/http/caller';
import { freePort } from '../../server/platform/free-port';
import { inParallel, processorTime, seedNominees, untilEntered } from './bench-support.mjs';
import { publish, quantile } from './benchmarks.mjs';
import { ROOT } from './run.mjs';

/** Payments per figure; more make the figures more stable. */
export const PAYMENTS = 400;
/** Rounds of this many, after which the server's code is fully optimised. */
const WARM_UP = 3;
const NOMINEES = 100;
/** Rounds of this many to measure storage: tables grow by whole pages. */
const STORAGE_ROUNDS = 5;
/** Limits per payment; docs/operations.md plans disks with what is measured. */
const MAX_BYTES = { rows: 4_000, versions: 8_000, wal: 30_000 };
/** Goals for one vote, from the request that starts it to its entry in the open count. */
const VOTE = { statements: 14, wal: 8_000, nodeMs: 8, postgresMs: 5, perSecond: 150, p99Ms: 500 };
/** Duration of the fixed load, in seconds; the first ones are a warm-up. */
const LOAD_S = { warmUp: 5, measured: 15 };
/** Statements of one round of the sequencer, with the signature of its head. */
const ENTRY_ROUND_STATEMENTS = 33;
/** Tables and indexes that are listed one by one. */
const LARGEST = 10;
/** Enough to keep a server with ten connections busy. */
export const AT_ONCE = 32;
export const CREATED_AT_ONCE = 4;
const SOURCE = path.join(ROOT, 'server', 'index.ts');
export const SECRET = 'a secret of the bench that signs its cookies';

/** @typedef {{ text: string, values: unknown[] }} Statement */
/** @typedef {{ id: string, reference: string }} Paid */
/** @typedef {Awaited<ReturnType<typeof startProvider>>} Provider */
/** @typedef {Awaited<ReturnType<typeof startServer>>} Server */

/**
 * Measures the server's cost of creating and completing a payment, compared with the same
 * statements, prepared, through a bare pg pool and through pgbench; and whether the busiest nominee
 * becomes a bottleneck. The provider is simulated in this process, so its time does not count for
 * the server.
 * @param {string} serverUrl
 * @param {string} dataDir
 */
export async function measureWritePath(serverUrl, dataDir) {
  const admin = new pg.Client({ connectionString: serverUrl });
  await admin.connect();
  const urlOf = (/** @type {string} */ name) =>
    Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href;
  /** Copies a database, to which no server may be connected. */
  const copy = async (/** @type {string} */ name, /** @type {string} */ from) => {
    await admin.query(`CREATE DATABASE ${name} TEMPLATE ${from}`);
    return urlOf(name);
  };
  const provider = await startProvider();
  try {
    await admin.query('CREATE DATABASE bench_empty');
    const nominations = await prepare(urlOf('bench_empty'));
    const url = await copy('bench_write', 'bench_empty');
    const start = (/** @type {string | null} */ file) =>
      startServer({ url, dataDir, provider, nominations, file });

    // Records the statements of one payment after the other, then replays them from the same state.
    const file = path.join(dataDir, 'statements.jsonl');
    let server = await start(file);
    const creations = await record(file, PAYMENTS, () => server.create(1, spread, 1));
    await server.close();
    const completionUrl = await copy('bench_replay', 'bench_write');
    const pgbenchUrl = await copy('bench_pgbench', 'bench_write');
    server = await start(file);
    const completions = await record(file, PAYMENTS, (index) =>
      server.complete([creations.results[index]?.[0] ?? missing()], 1),
    );
    await server.close();
    const bare = {
      create: await replay(
        await copy('bench_create', 'bench_empty'),
        creations.sequences,
        CREATED_AT_ONCE,
      ),
      complete: await replay(completionUrl, completions.sequences, AT_ONCE),
    };
    const atPgbench = await pgbench(pgbenchUrl, completions.sequences, dataDir);

    server = await start(null);
    for (let round = 0; round < WARM_UP; round += 1) {
      await server.complete(await server.create(PAYMENTS, spread, CREATED_AT_ONCE), AT_ONCE);
    }
    /** @type {Paid[]} */
    let paid = [];
    const create = await server.measure(async () => {
      paid = await server.start(PAYMENTS, spread, CREATED_AT_ONCE);
    });
    await server.postponeChecks(paid);
    const complete = await server.measure(() => server.complete(paid, AT_ONCE));
    const stored = await measureStorage(server);
    const refused = await server.measure(() => server.refuse(PAYMENTS, CREATED_AT_ONCE));
    const cost = await measureVotes(server);
    const rates = { one: /** @type {number[]} */ ([]), spread: /** @type {number[]} */ ([]) };
    // Alternating, so that other load on the machine affects both.
    for (const kind of /** @type {const} */ (['one', 'spread', 'one', 'spread', 'one', 'spread'])) {
      const started = await server.create(
        PAYMENTS,
        kind === 'one' ? () => 0 : spread,
        CREATED_AT_ONCE,
      );
      const { seconds } = await server.measure(() => server.complete(started, AT_ONCE));
      rates[kind].push(PAYMENTS / seconds);
    }
    await server.close();

    // Each payment from an address of its own: the limits of one are below this load.
    const settings = { TRUST_PROXY: '1' };
    server = await startServer({ url, dataDir, provider, nominations, settings });
    const load = await offerVotes(server);
    await server.close();

    const perPayment = (/** @type {number} */ ms) => `${ms.toFixed(2)} ms`;
    const perSecond = (/** @type {number} */ count) => `${Math.round(count)} a second`;
    const completed = mean(rates.spread);
    await publish('Creating and completing a payment', [
      row('CPU of a creation', create.node, 'bare pg', bare.create.cpuMs, '≤', 1.5, perPayment),
      row(
        'CPU of a completion',
        complete.node,
        'bare pg',
        bare.complete.cpuMs,
        '≤',
        1.5,
        perPayment,
      ),
      row(`completions, ${AT_ONCE} at once`, completed, 'pgbench', atPgbench, '≥', 0.5, perSecond),
      row(
        'completions, bare pg against pgbench',
        bare.complete.rate,
        'pgbench',
        atPgbench,
        '',
        null,
        perSecond,
      ),
      row(
        'completions on one nominee',
        mean(rates.one),
        `spread over ${NOMINEES}`,
        completed,
        '≥',
        0.6,
        perSecond,
      ),
    ]);
    await publish('What a payment writes', stored);
    const statements = creations.shape.length + completions.shape.length + cost.entryStatements;
    await publish('A vote, from its request to its entry in the open count', [
      goalRow('statements', statements, VOTE.statements, (count) => count.toFixed(1)),
      goalRow('write-ahead log, without whole pages', cost.wal, VOTE.wal, inKilobytes),
      {
        what: 'the same with whole pages, after a checkpoint',
        measured: inKilobytes(cost.walAfterCheckpoint),
        goal: '',
        distance: '',
        against: '',
      },
      goalRow('CPU of the server', cost.node, VOTE.nodeMs, perPayment),
      goalRow('CPU of PostgreSQL', cost.postgres, VOTE.postgresMs, perPayment),
      {
        ...goalRow('votes counted, at the load below', -load.rate, -VOTE.perSecond, (rate) =>
          perSecond(-rate),
        ),
        against: atPgbench === null ? '' : `completions alone, pgbench: ${perSecond(atPgbench)}`,
      },
      goalRow(
        `p99 until counted, ${VOTE.perSecond} a second offered`,
        load.p99,
        VOTE.p99Ms,
        (ms) => (Number.isFinite(ms) ? `${Math.round(ms)} ms` : 'refused'),
      ),
    ]);
    await publish('Write-ahead log of a vote, by table and index', cost.walParts);
    console.log(
      `a request without a statement takes ${refused.node.toFixed(2)} ms; ` +
        `statements: ${creations.shape.length} for a creation, ${completions.shape.length} for a completion; ` +
        `PostgreSQL: ${create.postgres.toFixed(2)} and ${complete.postgres.toFixed(2)} ms`,
    );
  } finally {
    provider.close();
    await admin.end();
  }
}

/**
 * Measures what payments add to the tables, with their indexes, and to the write-ahead log, from
 * their creation until they are in the open count. The measurement begins with a checkpoint, after
 * which PostgreSQL logs every page whole once, as every few minutes on a real evening. No check is
 * postponed, because that would write too.
 * @param {Server} server
 */
async function measureStorage(server) {
  await server.query('VACUUM FULL');
  await server.query('CHECKPOINT');
  const before = await server.storage();
  for (let round = 0; round < STORAGE_ROUNDS; round += 1) {
    const paid = await server.start(PAYMENTS, spread, CREATED_AT_ONCE);
    await server.complete(paid, AT_ONCE);
  }
  await server.untilEntered();
  const after = await server.storage();
  await server.query('VACUUM FULL');
  const vacuumed = await server.storage();
  const each = (/** @type {number} */ bytes) => bytes / (STORAGE_ROUNDS * PAYMENTS);
  return [
    storageRow('rows and indexes', each(vacuumed.tables - before.tables), MAX_BYTES.rows),
    storageRow(
      'the same before a vacuum, with old versions of rows',
      each(after.tables - before.tables),
      MAX_BYTES.versions,
    ),
    storageRow('write-ahead log', each(after.wal - before.wal), MAX_BYTES.wal),
  ];
}

/**
 * Measures what votes cost, from their requests until they are in the open count. Every entry
 * belongs to a round of the sequencer, whose statements are shared by all its votes.
 * @param {Server} server
 */
async function measureVotes(server) {
  const votes = STORAGE_ROUNDS * PAYMENTS;
  const measure = async () => {
    const { wal: before } = await server.storage();
    const cost = { node: 0, postgres: 0, seconds: 0 };
    for (let round = 0; round < STORAGE_ROUNDS; round += 1) {
      const used = await server.measure(async () => {
        const paid = await server.start(PAYMENTS, spread, CREATED_AT_ONCE);
        await server.complete(paid, AT_ONCE);
        await server.untilEntered();
      });
      cost.node += used.node / STORAGE_ROUNDS;
      cost.postgres += used.postgres / STORAGE_ROUNDS;
      cost.seconds += used.seconds;
    }
    const { wal: after } = await server.storage();
    return { ...cost, wal: (after - before) / votes };
  };
  await server.query('CHECKPOINT');
  const { wal: walAfterCheckpoint, ...cost } = await measure();
  await server.query('ALTER SYSTEM SET full_page_writes = off');
  await server.query('SELECT pg_reload_conf()');
  await server.query('CREATE EXTENSION pg_walinspect');
  const from = await server.position();
  const { wal } = await measure();
  const walParts = await walByRelation(server, { from, to: await server.position() }, votes);
  await server.query('DROP EXTENSION pg_walinspect');
  await server.query('ALTER SYSTEM RESET full_page_writes');
  await server.query('SELECT pg_reload_conf()');
  // At most one round a second enters what has been counted.
  const entryStatements = ENTRY_ROUND_STATEMENTS * (cost.seconds / votes);
  return { ...cost, wal, walParts, walAfterCheckpoint, entryStatements };
}

/**
 * Returns which tables and indexes the write-ahead log is about: the largest ten, and all others with
 * what is about none, such as commits.
 * @param {Server} server
 * @param {{ from: string, to: string }} positions in the log
 * @param {number} votes between them
 */
async function walByRelation(server, { from, to }, votes) {
  /** @type {{ rows: { name: string, bytes: number, records: number }[] }} */
  const { rows } = await server.query(`
    SELECT coalesce(owner.relname || ': ' || part.relname, part.relname) AS name,
      sum(record_length)::float8 AS bytes, count(*)::float8 AS records
    FROM pg_get_wal_block_info('${from}', '${to}', false) AS block
    JOIN pg_class AS part ON pg_relation_filenode(part.oid) = block.relfilenode
    LEFT JOIN pg_index ON indexrelid = part.oid
    LEFT JOIN pg_class AS owner ON owner.oid = indrelid
    WHERE block_id = 0
    GROUP BY 1 ORDER BY 2 DESC LIMIT ${LARGEST}`);
  const { rows: sums } = await server.query(`
    SELECT sum(record_length)::float8 AS bytes, count(*)::float8 AS records
    FROM pg_get_wal_records_info('${from}', '${to}')`);
  const row = (
    /** @type {string} */ name,
    /** @type {number} */ bytes,
    /** @type {number} */ records,
  ) => ({
    'table, or table: index': name,
    'bytes a vote': `${Math.round(bytes / votes)} B`,
    share: `${Math.round((100 * bytes) / sums[0].bytes)} %`,
    'records a vote': (records / votes).toFixed(2),
  });
  const named = (/** @type {'bytes' | 'records'} */ key) =>
    rows.reduce((sum, part) => sum + part[key], 0);
  return [
    ...rows.map(({ name, bytes, records }) => row(name, bytes, records)),
    row('all others', sums[0].bytes - named('bytes'), sums[0].records - named('records')),
  ];
}

/**
 * Starts votes at a fixed rate, each paid as soon as it has been accepted, and measures the time
 * from its request until it is counted.
 * @param {Server} server
 */
async function offerVotes(server) {
  /** @type {number[]} */
  const durations = [];
  /** @type {Promise<void>[]} */
  const votes = [];
  let counted = 0;
  const startedAt = performance.now();
  const untilMs = (LOAD_S.warmUp + LOAD_S.measured) * 1_000;
  for (let sent = 0; ; sent += 1) {
    const dueMs = (sent * 1_000) / VOTE.perSecond;
    if (dueMs >= untilMs) break;
    const waitMs = startedAt + dueMs - performance.now();
    if (waitMs > 0) await delay(waitMs);
    // From when it was due: a server that is late also delays those that wait to be sent.
    const isMeasured = dueMs > LOAD_S.warmUp * 1_000;
    const vote = server.vote().then(
      () => {
        const now = performance.now() - startedAt;
        if (now > LOAD_S.warmUp * 1_000 && now <= untilMs) counted += 1;
        if (isMeasured) durations.push(now - dueMs);
      },
      // Refused because the server is overloaded.
      () => {
        if (isMeasured) durations.push(Number.POSITIVE_INFINITY);
      },
    );
    votes.push(vote);
  }
  await Promise.all(votes);
  return { rate: counted / LOAD_S.measured, p99: quantile(durations, 0.99) };
}

/**
 * @param {string} what
 * @param {number} measured
 * @param {number} goal the most; negate both when more is better
 * @param {(value: number) => string} format
 */
const goalRow = (what, measured, goal, format) => ({
  what,
  measured: format(measured),
  goal: `${goal < 0 ? '≥' : '≤'} ${format(goal)}${measured <= goal ? '' : ' MISSED'}`,
  distance: Number.isFinite(measured) ? `${Math.round((measured / goal - 1) * 100)} %` : '',
  against: '',
});

/**
 * @param {string} what
 * @param {number} bytes
 * @param {number} most
 */
const storageRow = (what, bytes, most) => ({
  what,
  measured: inKilobytes(bytes),
  target: `≤ ${inKilobytes(most)}${bytes <= most ? '' : ' MISSED'}`,
});

const inKilobytes = (/** @type {number} */ bytes) => `${(bytes / 1_000).toFixed(1)} kB`;

/**
 * @param {string} what
 * @param {number} measured
 * @param {string} against
 * @param {number | null} baseline null when the program to measure it is missing
 * @param {'≤' | '≥' | ''} relation
 * @param {number | null} target
 * @param {(value: number) => string} format
 */
function row(what, measured, against, baseline, relation, target, format) {
  const ratio = baseline === null ? null : measured / baseline;
  const isMet =
    ratio === null || target === null || (relation === '≤' ? ratio <= target : ratio >= target);
  return {
    what,
    measured: format(measured),
    against: baseline === null ? `${against} is not installed` : `${against}: ${format(baseline)}`,
    ratio: ratio === null ? '' : ratio.toFixed(2),
    target: target === null ? '' : `${relation} ${target}${isMet ? '' : ' MISSED'}`,
  };
}

export const spread = (/** @type {number} */ index) => index % NOMINEES;

const mean = (/** @type {number[]} */ values) =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** @returns {never} */
function missing() {
  throw new Error('There are fewer items than were recorded.');
}

/** @param {string} url */
export async function prepare(url) {
  await migrateDatabase(url);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const nominations = await seedNominees(client, NOMINEES);
  await client.end();
  return nominations;
}

/** Starts a minimal Campay: every requested payment is paid. */
export async function startProvider() {
  /** @type {Map<string, { external_reference: string, amount: string, currency: string }>} */
  const collected = new Map();
  /** @type {Map<string, string>} */
  const referencesById = new Map();
  const provider = createServer(async (req, res) => {
    let body = '';
    for await (const piece of req) body += piece;
    const reference = req.method === 'POST' ? randomUUID() : (req.url?.split('/').at(-2) ?? '');
    // Health asks for the account's state, without a body.
    if (req.method === 'POST' && body !== '') {
      const request = JSON.parse(body);
      collected.set(reference, request);
      referencesById.set(request.external_reference, reference);
    }
    res.setHeader('Content-Type', 'application/json');
    res.end(
      JSON.stringify({
        ...collected.get(reference),
        reference,
        status: 'SUCCESSFUL',
        operator: 'MTN',
        operator_reference: reference.slice(0, 8),
        endpoint: 'collect',
        ussd_code: '*126#',
      }),
    );
  });
  provider.listen(0, '127.0.0.1');
  await once(provider, 'listening');
  const address = provider.address();
  if (address === null || typeof address === 'string') throw new Error('No port was assigned.');
  return {
    origin: `http://127.0.0.1:${address.port}`,
    /** Returns the provider's reference of a payment, by our id. */
    referenceOf: (/** @type {string} */ id) => referencesById.get(id),
    close() {
      provider.close();
      provider.closeAllConnections();
    },
  };
}

let lastNumber = 0;

/**
 * @param {{ url: string, dataDir: string, provider: Provider, nominations: string[],
 *   file?: string | null, settings?: Record<string, string> }} options file: where its statements
 *   are recorded
 */
export async function startServer({
  url,
  dataDir,
  provider,
  nominations,
  file = null,
  settings = {},
}) {
  const port = await freePort();
  const recorder = path.join(import.meta.dirname, 'record-statements.mjs');
  const child = spawn(
    process.execPath,
    [
      // The built server contains its packages, which the recorder could not change.
      ...(file === null
        ? [path.join(ROOT, 'dist', 'server', 'index.js')]
        : ['--import', import.meta.resolve('tsx'), '--import', recorder, SOURCE]),
    ],
    {
      cwd: dataDir,
      env: {
        PATH: process.env.PATH,
        NODE_ENV: 'test',
        PORT: String(port),
        DATABASE_URL: url,
        DATA_DIR: dataDir,
        SESSION_SECRET: SECRET,
        ...sandboxEnvironment(provider.origin),
        CAMPAY_BASE_URL: provider.origin,
        CAMPAY_TOKEN: 'permanent',
        ...(file === null ? {} : { RECORD_STATEMENTS: file }),
        ...settings,
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  );
  const agent = new Agent({ keepAlive: true });
  /**
   * @param {string} method
   * @param {string} pathname
   * @param {object} [body]
   * @param {Record<string, string>} [headers]
   * @returns {Promise<{ status: number, text: string }>}
   */
  const send = (method, pathname, body, headers = {}) =>
    new Promise((resolve, reject) => {
      const sent = request(
        {
          agent,
          port,
          host: '127.0.0.1',
          path: pathname,
          method,
          headers: { 'Content-Type': 'application/json', ...headers },
        },
        async (res) => {
          let text = '';
          for await (const piece of res) text += piece;
          resolve({ status: res.statusCode ?? 0, text });
        },
      );
      // The server may close an idle connection at the moment at which it is used again.
      sent.on('error', (error) =>
        sent.reusedSocket ? resolve(send(method, pathname, body, headers)) : reject(error),
      );
      sent.end(body && JSON.stringify(body));
    });
  const post = (/** @type {string} */ pathname, /** @type {object} */ body, headers = {}) =>
    send('POST', pathname, body, headers);
  const key = new TextEncoder().encode(CAMPAY_SANDBOX_WEBHOOK_KEY);
  const signature = await new SignJWT({})
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime('1h')
    .sign(key);
  for (let isReady = false; !isReady; ) {
    await delay(100);
    isReady = await fetch(`http://127.0.0.1:${port}/api/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  }
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const {
    rows: [pidFile],
  } = await client.query(`SELECT pg_read_file('postmaster.pid') AS file`);
  const postmaster = Number(pidFile.file.split('\n')[0]);

  const usage = async () => ({
    node: await processorTime((pid) => pid === child.pid),
    postgres: await processorTime((pid, parent) => pid === postmaster || parent === postmaster),
  });
  /** Bytes in all tables with their indexes, and ever written to the write-ahead log. */
  const storage = async () => {
    const { rows } = await client.query(
      `SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 AS wal,
         (SELECT sum(pg_total_relation_size(oid))::float8 FROM pg_class WHERE relkind = 'r'
          AND relnamespace = 'public'::regnamespace) AS tables`,
    );
    return /** @type {{ wal: number, tables: number }} */ (rows[0]);
  };
  // All voters of the benchmark share one address, which would soon reach its limits.
  const resetRateLimits = () => client.query('TRUNCATE rate_limits');
  /**
   * Starts a payment of a voter with a separate phone and browser.
   * @param {number} number of the voter
   * @param {(index: number) => number} nomineeOf
   * @param {Record<string, string>} [headers]
   * @returns {Promise<string>} our id
   */
  async function pay(number, nomineeOf, headers = {}) {
    const body = {
      phoneNumber: `2376${70_000_000 + number}`,
      voterEmail: null,
      nominationVotes: [{ nominationId: nominations[nomineeOf(number)], voteCount: 2 }],
      totalVotes: 2,
      locale: 'fr',
    };
    const { status, text } = await post('/api/campay-payment', body, {
      'Idempotency-Key': randomUUID(),
      Cookie: `device=${newDeviceCookie(SECRET, Date.now() - 3_600_000)}`,
      ...headers,
    });
    if (status !== 201) throw new Error(`A payment was answered with ${status}: ${text}`);
    return JSON.parse(text).paymentId;
  }
  /** Sends the webhook that a payment was paid. */
  async function notify(/** @type {Paid} */ { id, reference }) {
    const { status } = await post('/api/webhooks/campay', {
      signature,
      reference,
      status: 'SUCCESSFUL',
      external_reference: id,
    });
    if (status !== 200) throw new Error(`A webhook was answered with ${status}`);
  }
  return {
    origin: `http://127.0.0.1:${port}`,
    child,
    resetRateLimits,
    storage,
    query: (/** @type {string} */ statement) => client.query(statement),
    /** Returns the current position in the write-ahead log. */
    async position() {
      const { rows } = await client.query('SELECT pg_current_wal_insert_lsn()::text AS lsn');
      return /** @type {string} */ (rows[0].lsn);
    },
    untilEntered: () => untilEntered(client),
    /**
     * A whole vote of the next voter, from an address of their own: its request, the webhook that it
     * was paid, and held polls until it is counted.
     */
    async vote() {
      const number = lastNumber++;
      const address = `41.${200 + (number >> 16)}.${(number >> 8) % 256}.${number % 256}`;
      const id = await pay(number, spread, { 'X-Forwarded-For': address });
      await notify({ id, reference: provider.referenceOf(id) ?? missing() });
      for (let status = 'pending'; status !== 'completed'; ) {
        const { text } = await send('GET', `/api/payment/${id}/status?waitMs=10000`);
        ({ status } = JSON.parse(text));
        if (status === 'failed') throw new Error(`A vote was answered with ${text}`);
      }
    },
    /** Starts a payment of the next voter. */
    startPayment: () => pay(lastNumber++, spread),
    /**
     * Starts payments of this many voters. Their first check is due after 15 s: postpone it with
     * `postponeChecks`, or the reconciler completes them.
     * @param {number} count
     * @param {(index: number) => number} nomineeOf
     * @param {number} atOnce
     * @returns {Promise<Paid[]>}
     */
    async start(count, nomineeOf, atOnce) {
      if (count > 1) await resetRateLimits();
      const voters = Array.from({ length: count }, () => lastNumber++);
      /** @type {string[]} */
      const ids = [];
      await inParallel(atOnce, voters, async (number) => {
        ids.push(await pay(number, nomineeOf));
      });
      return ids.map((id) => ({ id, reference: provider.referenceOf(id) ?? missing() }));
    },
    /** @param {Paid[]} paid */
    async postponeChecks(paid) {
      await client.query(
        `UPDATE payments SET next_check_at = now() + interval '1 hour' WHERE id = ANY($1::uuid[])`,
        [paid.map(({ id }) => id)],
      );
    },
    /**
     * Starts payments and postpones their checks, outside a measurement.
     * @param {number} count
     * @param {(index: number) => number} nomineeOf
     * @param {number} atOnce
     */
    async create(count, nomineeOf, atOnce) {
      const paid = await this.start(count, nomineeOf, atOnce);
      await this.postponeChecks(paid);
      return paid;
    },
    report: notify,
    /**
     * @param {Paid[]} paid
     * @param {number} atOnce
     */
    async complete(paid, atOnce) {
      await inParallel(atOnce, paid, notify);
      const ids = paid.map(({ id }) => id);
      for (let left = 1; left > 0; ) {
        const { rows } = await client.query(
          `SELECT count(*)::int AS left FROM payments WHERE id = ANY($1) AND status <> 'completed'`,
          [ids],
        );
        left = rows[0].left;
        if (left > 0) await delay(20);
      }
    },
    /**
     * Measures HTTP alone: the request is rejected before any query.
     * @param {number} count
     * @param {number} atOnce
     */
    async refuse(count, atOnce) {
      await inParallel(atOnce, Array(count).fill(null), async () => {
        const { status } = await post('/api/campay-payment', { nominationVotes: [] });
        if (status !== 400) throw new Error(`A request without votes was answered with ${status}`);
      });
    },
    /** @param {() => Promise<unknown>} act handles as many payments as PAYMENTS */
    async measure(act) {
      const before = await usage();
      const startedAt = performance.now();
      await act();
      const seconds = (performance.now() - startedAt) / 1_000;
      const after = await usage();
      return {
        seconds,
        node: (after.node - before.node) / PAYMENTS,
        postgres: (after.postgres - before.postgres) / PAYMENTS,
      };
    },
    async close() {
      await client.end();
      agent.destroy();
      child.kill();
      await once(child, 'exit');
    },
  };
}

/**
 * Returns the statements of each call with the most frequent sequence: in others, the server's
 * workers interfered.
 * @template Result
 * @param {string} file
 * @param {number} count
 * @param {(index: number) => Promise<Result>} act
 */
async function record(file, count, act) {
  /** @type {Statement[][]} */
  const all = [];
  /** @type {Result[]} */
  const results = [];
  for (let index = 0; index < count; index += 1) {
    await writeFile(file, '');
    results.push(await act(index));
    const lines = (await readFile(file, 'utf8')).trim().split('\n');
    all.push(lines.map((line) => JSON.parse(line)));
  }
  const shapes = all.map((statements) => JSON.stringify(statements.map(({ text }) => text)));
  const common = mostFrequent(shapes);
  const sequences = all.filter((_statements, index) => shapes[index] === common);
  /** @type {string[]} */
  const shape = JSON.parse(common);
  return { results, sequences, shape };
}

/** @param {string[]} values */
function mostFrequent(values) {
  const counts = new Map();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  const [[first] = missing()] = [...counts].sort(([, a], [, b]) => b - a);
  return /** @type {string} */ (first);
}

/** True for the statement that starts a transaction, which has no parameters. */
const isBegin = ({ text = '' }) => text === 'begin';
const isCommit = ({ text = '' }) => text === 'commit';

/**
 * Sends the same statements, each prepared, in the same transactions; half of them for warm-up.
 * @param {string} url
 * @param {Statement[][]} sequences
 * @param {number} atOnce
 */
async function replay(url, sequences, atOnce) {
  const pool = new pg.Pool({ connectionString: url, max: 10 });
  const half = sequences.length >> 1;
  await inParallel(atOnce, sequences.slice(0, half), (sequence) => send(pool, sequence));
  const before = process.cpuUsage();
  const startedAt = performance.now();
  await inParallel(atOnce, sequences.slice(half), (sequence) => send(pool, sequence));
  const { user, system } = process.cpuUsage(before);
  const seconds = (performance.now() - startedAt) / 1_000;
  await pool.end();
  const count = sequences.length - half;
  return { cpuMs: (user + system) / 1_000 / count, rate: count / seconds };
}

/** @type {Map<string, string>} */
const names = new Map();

/** @param {string} text */
function nameOf(text) {
  const name = names.get(text) ?? createHash('sha256').update(text).digest('hex').slice(0, 16);
  names.set(text, name);
  return name;
}

/**
 * Replaces the recorded payment id by the new payment's.
 * @param {pg.Pool} pool
 * @param {Statement[]} sequence
 */
async function send(pool, sequence) {
  /** @type {pg.PoolClient | null} */
  let client = null;
  /** @type {{ recorded: unknown, current: unknown } | null} */
  let id = null;
  for (const statement of sequence) {
    const { text, values } = statement;
    if (isBegin(statement)) client = await pool.connect();
    const config =
      values.length === 0
        ? text
        : {
            name: nameOf(text),
            text,
            values: values.map((value) => (id && value === id.recorded ? id.current : value)),
            rowMode: 'array',
          };
    const { rows } = await (client ?? pool).query(config);
    if (/insert into "?payments"? /i.test(text)) {
      id = {
        recorded: laterId(sequence, statement),
        current: rows[0]?.find((/** @type {unknown} */ value) => UUID.test(String(value))),
      };
    }
    if (isCommit(statement)) {
      client?.release();
      client = null;
    }
  }
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Finds the id in the last statement that contains one.
 * @param {Statement[]} sequence
 * @param {Statement} statement
 */
const laterId = (sequence, statement) =>
  sequence
    .slice(sequence.indexOf(statement) + 1)
    .flatMap(({ values }) => values)
    .findLast((value) => UUID.test(String(value)) && !statement.values.includes(value));

/**
 * @param {string} url
 * @param {Statement[][]} sequences
 * @param {string} dataDir
 * @returns {Promise<number | null>} payments per second; null without the program
 */
async function pgbench(url, sequences, dataDir) {
  const each = Math.floor(sequences.length / AT_ONCE);
  const used = sequences.slice(0, each * AT_ONCE);
  const flat = used.map((sequence) => sequence.flatMap(({ values }) => values.map(asText)));
  const [first = missing()] = flat;
  const varying = first.flatMap((value, index) =>
    flat.some((values) => values[index] !== value) ? [index] : [],
  );

  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(
    `CREATE TABLE bench_values (n int PRIMARY KEY, ${varying.map((index) => `v${index} text`).join(', ')})`,
  );
  for (const [n, values] of flat.entries()) {
    const row = [n, ...varying.map((index) => values[index])];
    await client.query(
      `INSERT INTO bench_values VALUES (${row.map((_value, at) => `$${at + 1}`).join(', ')})`,
      row,
    );
  }
  await client.query('VACUUM ANALYZE bench_values');
  await client.end();

  let offset = 0;
  const statements = (used[0] ?? missing()).map(({ text, values }) => {
    const from = offset;
    offset += values.length;
    return `${text.replace(/\$(\d+)/g, (_whole, n) => {
      const index = from + Number(n) - 1;
      return first[index] === null ? 'NULL' : `:v${index}`;
    })};`;
  });
  const script = path.join(dataDir, 'completion.sql');
  const constants = first.flatMap((value, index) =>
    value === null || varying.includes(index) ? [] : ['-D', `v${index}=${value}`],
  );
  await writeFile(
    script,
    [
      `\\set n :client_id * ${each} + :turn`,
      '\\set turn :turn + 1',
      `SELECT ${varying.map((index) => `v${index}`).join(', ')} FROM bench_values WHERE n = :n \\gset`,
      ...statements,
    ].join('\n'),
  );
  const child = spawn(
    'pgbench',
    [
      '-n',
      '-M',
      'prepared',
      '-c',
      String(AT_ONCE),
      '-j',
      '2',
      '-t',
      String(each),
      '-D',
      'turn=0',
      ...constants,
      '-f',
      script,
      url,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  let output = '';
  child.stdout.on('data', (piece) => {
    output += piece;
  });
  const code = await new Promise((resolve) => {
    child.on('error', () => resolve(null)); // Not installed
    child.on('close', resolve);
  });
  if (code === null) return null;
  const rate = /tps = ([\d.]+)/.exec(output)?.[1];
  if (code !== 0 || rate === undefined) throw new Error(`pgbench ended with ${code}: ${output}`);
  return Number(rate);
}

/** @param {unknown} value */
const asText = (value) =>
  value === null ? null : typeof value === 'object' ? JSON.stringify(value) : String(value);
