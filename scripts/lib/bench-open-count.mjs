import { randomInt } from 'node:crypto';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { loadConfig } from '../../server/config';
import { openDatabase } from '../../server/db/client';
import { migrateDatabase } from '../../server/db/migrate';
import { enterAll, SignerMemory } from '../../server/open-count';
import { newestHead, readTile } from '../../server/open-count/store';
import { PAYMENT_ADAPTERS } from '../../server/payments';
import { LiveSettings } from '../../server/settings';
import { inclusionSteps, proofOf } from '../../shared/open-count/merkle';
import { signerOf } from '../../shared/open-count/signer';
import { nodesOfTiles } from '../../shared/open-count/tiles';
import { recountOnSlowPhone, visit } from './bench-browser.mjs';
import { seedNominees, untilEntered } from './bench-support.mjs';
import {
  AT_ONCE,
  CREATED_AT_ONCE,
  PAYMENTS,
  prepare,
  spread,
  startProvider,
  startServer,
} from './bench-write-path.mjs';
import { median, publish } from './benchmarks.mjs';

/** @typedef {import('./bench-write-path.mjs').Provider} Provider */

/** Rounds of completions with and without the log, alternating. */
const TURNS = 12;
/** Highest allowed CPU time of a completion with the log, relative to one without. */
const COMPLETION_BOUND = 1.15;
const ENTRIES = 1_000_000;
/** A browser recounts one entry in this many. */
const RECOUNTED = 5;
const RECOUNTS = 3;
/** Longest task in ms before a page feels stuck. */
const TASK_BOUND = 100;
const NOMINEES = 100;
const PROOFS = 500;
const SAMPLED_EVERY_MS = 250;

/**
 * Measures the cost of the open count: a completion with and without it, entering this many
 * payments from scratch, the reads for a proof, and recounting a fifth of them in a browser; for a
 * number other than a million: `npm run bench open-count 100000`.
 * @param {string} serverUrl
 * @param {string} dataDir
 */
export async function measureOpenCount(serverUrl, dataDir, entries = ENTRIES) {
  const provider = await startProvider();
  const rows = [];
  try {
    rows.push(
      await measureCompletions(serverUrl, dataDir, provider),
      ...(await measureRecounts(serverUrl, dataDir, provider, entries / RECOUNTED)),
    );
  } finally {
    provider.close();
  }
  const database = await seed(serverUrl, entries);
  const { db, close } = openDatabase(database, { statementTimeoutMs: 0 });
  try {
    rows.push(...(await measureSequencing(db, entries)), await measureProofs(db));
  } finally {
    await close();
  }
  await publish('The open count', rows);
}

/**
 * @param {string} serverUrl
 * @param {string} name
 */
async function create(serverUrl, name) {
  const admin = new pg.Client({ connectionString: serverUrl });
  await admin.connect();
  await admin.query(`CREATE DATABASE ${name}`);
  await admin.end();
  return Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href;
}

/**
 * Measures the CPU time of server and database for a payment from its webhook to its log entry, and
 * with the triggers off, which leaves the sequencer nothing to do.
 * @param {string} serverUrl
 * @param {string} dataDir
 * @param {Provider} provider
 */
async function measureCompletions(serverUrl, dataDir, provider) {
  const url = await create(serverUrl, 'bench_open_count');
  const nominations = await prepare(url);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const server = await startServer({ url, dataDir, provider, nominations, file: null });
  const costs = { with: /** @type {number[]} */ ([]), without: /** @type {number[]} */ ([]) };
  try {
    for (let turn = -1; turn < TURNS; turn += 1) {
      // Each variant is first equally often, so that growing data affects both.
      const variants = /** @type {const} */ (['without', 'with']);
      for (const variant of turn % 2 === 0 ? variants : variants.toReversed()) {
        await client.query(
          `ALTER TABLE payments ${variant === 'with' ? 'ENABLE' : 'DISABLE'} TRIGGER payments_entered_into_count`,
        );
        const paid = await server.create(PAYMENTS, spread, CREATED_AT_ONCE);
        const { node, postgres } = await server.measure(async () => {
          await server.complete(paid, AT_ONCE);
          await untilEntered(client);
        });
        if (turn >= 0) costs[variant].push(node + postgres); // The first turn fills caches
      }
    }
  } finally {
    await server.close();
    await client.end();
  }
  const [withLog, without] = [median(costs.with), median(costs.without)];
  const ratio = withLog / without;
  return {
    what: 'CPU of a completion, server and PostgreSQL, entered',
    measured: `${withLog.toFixed(2)} ms`,
    against: `without the log: ${without.toFixed(2)} ms, ratio ${ratio.toFixed(2)}`,
    target: bound(ratio <= COMPLETION_BOUND, `≤ ${COMPLETION_BOUND}`),
  };
}

/**
 * Has a browser recount what a server has entered.
 * @param {string} serverUrl
 * @param {string} dataDir
 * @param {Provider} provider
 * @param {number} entries
 */
async function measureRecounts(serverUrl, dataDir, provider, entries) {
  const url = await seed(serverUrl, entries);
  const server = await startServer({ url, dataDir, provider, nominations: [], file: null });
  /** @type {Awaited<ReturnType<typeof recountOnSlowPhone>>[]} */
  const recounts = [];
  try {
    for (let size = 0; size < entries; await delay(500)) {
      const checkpoint = await fetch(`${server.origin}/count/checkpoint`);
      size = checkpoint.ok ? Number((await checkpoint.text()).split('\n')[1]) : 0;
    }
    for (let run = 0; run < RECOUNTS; run += 1) {
      const profile = path.join(dataDir, `recounting-${run}`);
      recounts.push(
        await visit(profile, (session) => recountOnSlowPhone(session, `${server.origin}/count`)),
      );
    }
  } finally {
    await server.close();
  }
  const taken = median(recounts.map((recount) => recount.taken)) / 1_000;
  const longest = median(recounts.map(({ longestTask }) => longestTask));
  return [
    {
      what: `recounting ${entries.toLocaleString('en')} payments in a browser`,
      measured: `${taken.toFixed(1)} s, ${Math.round(entries / taken)} a second`,
      against: '',
      target: '',
    },
    {
      what: 'longest task of its page, CPU slowed down 4 times',
      measured: longest === 0 ? 'under 50 ms' : `${longest.toFixed(0)} ms`,
      against: '',
      target: bound(longest <= TASK_BOUND, `≤ ${TASK_BOUND} ms`),
    },
  ];
}

const bound = (/** @type {boolean} */ isMet, /** @type {string} */ target) =>
  `${target}${isMet ? '' : ' MISSED'}`;

/**
 * Inserts this many counted payments, none of which is in the log yet.
 * @param {string} serverUrl
 * @param {number} entries
 */
async function seed(serverUrl, entries) {
  const startedAt = performance.now();
  const url = await create(serverUrl, `bench_log_${entries}`);
  await migrateDatabase(url);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await seedNominees(client, NOMINEES);
  await client.query(`
    INSERT INTO payments (id, provider, amount, status, total_votes, completed_at, settled_at, receipt_code)
    SELECT md5(n::text)::uuid, 'campay', 200, 'completed', 2, at, at, 'B' || lpad(n::text, 9, '0')
    FROM generate_series(1, ${entries}) AS n,
      LATERAL (SELECT now() - (${entries} - n) * interval '1 second' AS at) AS moment;
    INSERT INTO payment_votes (payment_id, nomination_id, vote_count)
    SELECT md5(n::text)::uuid, nominations.id, 2
    FROM generate_series(1, ${entries}) AS n
    JOIN (SELECT id, row_number() OVER () - 1 AS place FROM nominations) AS nominations
      ON nominations.place = n % ${NOMINEES};
    INSERT INTO nomination_totals (nomination_id, votes)
    SELECT nomination_id, sum(vote_count) FROM payment_votes GROUP BY nomination_id;
    ANALYZE;`);
  await client.end();
  console.log(`${entries} payments, seeded in ${seconds(startedAt)}`);
  return url;
}

const seconds = (/** @type {number} */ startedAt) =>
  `${((performance.now() - startedAt) / 1_000).toFixed(0)} s`;

/**
 * @param {import('../../server/db/client').Database} db
 * @param {number} entries
 */
async function measureSequencing(db, entries) {
  const secret = 'b'.repeat(32);
  const { firstSettings } = loadConfig(
    { SESSION_SECRET: secret, PHONE_HASH_KEY: secret },
    PAYMENT_ADAPTERS,
  );
  await LiveSettings.open(db, firstSettings);
  const signers = [signerOf('bench.example/count', 'log', new Uint8Array(32))];
  /** @type {number[]} */
  const memory = [];
  const sampling = setInterval(() => memory.push(process.memoryUsage().rss), SAMPLED_EVERY_MS);
  const startedAt = performance.now();
  await enterAll({ db, signers, memory: new SignerMemory(null, signers), witnesses: null });
  const taken = (performance.now() - startedAt) / 1_000;
  clearInterval(sampling);
  const share = Math.ceil(memory.length / 5);
  const peak = (/** @type {number[]} */ samples) => Math.max(...samples) / 1e6;
  const [early, late] = [peak(memory.slice(share, 2 * share)), peak(memory.slice(-share))];
  return [
    {
      what: `entering ${entries.toLocaleString('en')} payments into an empty log`,
      measured: `${(taken / 60).toFixed(1)} min, ${Math.round(entries / taken)} a second`,
      against: '',
      target: 'minutes',
    },
    {
      what: 'memory of that process, in the last fifth',
      measured: `${late.toFixed(0)} MB`,
      against: `in the second fifth: ${early.toFixed(0)} MB`,
      target: bound(late <= early * 1.25, 'constant'),
    },
  ];
}

/** @param {import('../../server/db/client').Database} db */
async function measureProofs(db) {
  const head = await newestHead(db);
  if (!head) throw new Error('The log has no entries.');
  const { size } = head;
  /** @type {number[]} */
  const tiles = [];
  /** @type {number[]} */
  const times = [];
  for (let proof = 0; proof < PROOFS; proof += 1) {
    let read = 0;
    const startedAt = performance.now();
    const nodes = nodesOfTiles(size, async (tile) => {
      read += 1;
      const bytes = await readTile(db, tile);
      if (!bytes) throw new Error('A tile is missing.');
      return bytes;
    });
    await proofOf(inclusionSteps(randomInt(size), size), nodes);
    times.push(performance.now() - startedAt);
    tiles.push(read);
  }
  // On each level, the tile on the path, and the last one.
  const most = 2 * Math.ceil(Math.log(size) / Math.log(256));
  return {
    what: `tiles read for a proof among ${size.toLocaleString('en')} entries`,
    measured: `${Math.max(...tiles)} at most, ${median(times).toFixed(1)} ms`,
    against: '',
    target: bound(Math.max(...tiles) <= most, `≤ ${most} tiles`),
  };
}
