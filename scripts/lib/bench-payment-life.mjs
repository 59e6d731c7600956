import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import express from 'express';
import pg from 'pg';
import { createSandbox, sandboxEnvironment } from '../../sandbox';
import { migrateDatabase } from '../../server/db/migrate';
import { freePort } from '../../server/platform/free-port';
import { createLogger } from '../../server/platform/logger';
import { ROOT } from './run.mjs';

/** Payments per line; more make the figures more stable. */
const PAYMENTS = 200;
const NOMINEES = 20;
/** Number of payments settled at once while some provider queries hang. */
const SETTLED = 120;
/** Linux measures CPU time in hundredths of a second. */
const TICK_MS = 10;

/**
 * Measures the cost of a payment's whole life for the built server and PostgreSQL, against a
 * sandbox in this process: CPU time (on Linux), commits, and the time to settle while queries hang.
 * @param {string} serverUrl
 * @param {string} dataDir
 */
export async function measurePaymentLife(serverUrl, dataDir) {
  const world = await open(serverUrl, dataDir);
  try {
    await create(world, 50); // Fills caches, and gives the adapter a token
    const created = await measure(
      world,
      PAYMENTS,
      async () => void (await create(world, PAYMENTS)),
    );
    const rows = [{ what: 'create, 4 at once', ...created }];

    rows.push({
      what: 'complete by the reconciler',
      ...(await completeBy(world, async () => makeDue(world))),
    });
    rows.push({
      what: 'complete by webhook, 32 at once',
      ...(await completeBy(world, (references) =>
        inParallel(32, references, (reference) => world.campay.sendWebhook(reference)),
      )),
    });
    rows.push({
      what: 'complete by poll, 32 at once',
      ...(await completeBy(world, (_references, ids) =>
        inParallel(32, ids, (id) => world.get(`/api/payment/${id}/status`)),
      )),
    });
    const { rows: completed } = await world.client.query(
      `SELECT id FROM payments WHERE status = 'completed' LIMIT ${PAYMENTS}`,
    );
    rows.push({
      what: 'poll of a completed payment',
      ...(await measure(world, PAYMENTS, () =>
        inParallel(8, completed, ({ id }) => world.get(`/api/payment/${id}/status`)),
      )),
    });
    console.table(rows);
    const none = await settle(world, 0);
    const some = await settle(world, 0.05);
    console.log(
      `${SETTLED} paid payments without webhooks are counted in ${none.toFixed(1)} s; ` +
        `with 5 % of the answers hanging in ${some.toFixed(1)} s (${(some / none).toFixed(2)} times)`,
    );
  } finally {
    await world.close();
  }
}

/** @typedef {Awaited<ReturnType<typeof open>>} LifeWorld */

/**
 * @param {string} serverUrl
 * @param {string} dataDir
 */
async function open(serverUrl, dataDir) {
  const admin = new pg.Client({ connectionString: serverUrl });
  await admin.connect();
  await admin.query('CREATE DATABASE bench_life');
  const postmaster = Number(
    (await admin.query(`SELECT pg_read_file('postmaster.pid') AS file`)).rows[0].file.split(
      '\n',
    )[0],
  );
  await admin.end();
  const url = new URL(serverUrl);
  url.pathname = '/bench_life';
  await migrateDatabase(url.href);
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  const nominations = await seedNominees(client, NOMINEES);

  const port = await freePort();
  const app = `http://127.0.0.1:${port}`;
  const sandbox = createSandbox({
    appUrl: () => app,
    stateDir: null,
    logger: createLogger('silent'),
  });
  sandbox.campay.configure({ webhook: 'none' });
  const provider = createServer(
    express().use('/sandbox', sandbox.router).use('/v1', sandbox.stripeApi),
  );
  provider.listen(0, '127.0.0.1');
  await once(provider, 'listening');
  const address = provider.address();
  if (address === null || typeof address === 'string') throw new Error('No port was assigned.');
  const child = spawn(process.execPath, [path.join(ROOT, 'dist', 'server', 'index.js')], {
    cwd: dataDir,
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'test',
      PORT: String(port),
      DATABASE_URL: url.href,
      DATA_DIR: dataDir,
      ...sandboxEnvironment(`http://127.0.0.1:${address.port}`),
    },
    stdio: 'ignore',
  });
  for (let isReady = false; !isReady; ) {
    await delay(100);
    isReady = await fetch(`${app}/api/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  }
  return {
    client,
    campay: sandbox.campay,
    nominations,
    server: child.pid ?? 0,
    postmaster,
    /** @param {string} pathname */
    async get(pathname) {
      const response = await fetch(app + pathname);
      await response.arrayBuffer();
      if (!response.ok) throw new Error(`${pathname}: ${response.status}`);
    },
    /** @param {object} body */
    async pay(body) {
      const response = await fetch(`${app}/api/campay-payment`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      });
      /** @type {{ paymentId: string }} */
      const answer = await response.json();
      if (response.status !== 201) throw new Error(`a payment was answered ${response.status}`);
      return answer.paymentId;
    },
    async close() {
      child.kill();
      await once(child, 'exit');
      await sandbox.close();
      provider.close();
      provider.closeAllConnections();
      await client.end();
    },
  };
}

/**
 * Creates one category with this many nominees.
 * @param {pg.Client} client
 * @param {number} nominees
 * @returns {Promise<string[]>} the ids of their nominations
 */
export async function seedNominees(client, nominees) {
  await client.query(`
    INSERT INTO artists (name) SELECT 'Artist ' || n FROM generate_series(1, ${nominees}) AS n;
    INSERT INTO categories (name) VALUES ('Category');
    INSERT INTO nominations (artist_id, category_id, shareable_link)
    SELECT artists.id, categories.id, gen_random_uuid()::text FROM artists, categories;`);
  /** @type {{ rows: { id: string }[] }} */
  const { rows } = await client.query('SELECT id FROM nominations');
  return rows.map(({ id }) => id);
}

let lastNumber = 0;

/**
 * Creates payments with open prompts, whose checks are postponed.
 * @param {LifeWorld} world
 * @param {number} count
 * @returns {Promise<string[]>} our ids
 */
async function create(world, count) {
  // All come from one address, which fewer real voters would share.
  await world.client.query('TRUNCATE rate_limits');
  const numbers = Array.from({ length: count }, () => `2376${70_000_050 + 100 * lastNumber++}`);
  /** @type {string[]} */
  const ids = [];
  await inParallel(4, numbers, async (phoneNumber) => {
    const nominationId = world.nominations[ids.length % NOMINEES];
    ids.push(
      await world.pay({
        phoneNumber,
        voterEmail: null,
        nominationVotes: [{ nominationId, voteCount: 2 }],
        totalVotes: 2,
        locale: 'fr',
      }),
    );
  });
  await world.client.query(`UPDATE payments SET next_check_at = now() + interval '1 hour'`);
  return ids;
}

/** @param {LifeWorld} world */
const makeDue = ({ client }) =>
  client.query(`UPDATE payments SET next_check_at = now() WHERE status = 'pending'`);

/**
 * @param {LifeWorld} world
 * @param {(references: string[], ids: string[]) => Promise<unknown>} act
 */
async function completeBy(world, act) {
  const ids = await create(world, PAYMENTS);
  const references = await approveAll(world);
  return measure(world, PAYMENTS, async () => {
    await act(references, ids);
    await untilCompleted(world, ids);
  });
}

/** @param {LifeWorld} world */
async function approveAll({ campay }) {
  const waiting = campay.transactions().filter(({ status }) => status === 'PENDING');
  for (const { reference } of waiting) await campay.approve(reference);
  return waiting.map(({ reference }) => reference);
}

/**
 * @param {LifeWorld} world
 * @param {string[]} ids
 */
async function untilCompleted({ client }, ids) {
  for (;;) {
    const { rows } = await client.query(
      `SELECT count(*)::int AS left FROM payments WHERE id = ANY($1) AND status <> 'completed'`,
      [ids],
    );
    if (rows[0].left === 0) return;
    await delay(50);
  }
}

/**
 * @param {LifeWorld} world
 * @param {number} hanging fraction of the responses that never arrive
 * @returns {Promise<number>} in seconds
 */
async function settle(world, hanging) {
  const ids = await create(world, SETTLED);
  await approveAll(world);
  // Spread out, as in reality; many in a row would look like a provider that is down.
  for (let hangs = Math.round(SETTLED * hanging); hangs > 0; hangs -= 1) {
    world.campay.failNext('transaction', { kind: 'delay', ms: 0 }, Math.round(1 / hanging) - 1);
    world.campay.failNext('transaction', { kind: 'hang' });
  }
  // As after any prompt: the first check is 5 s later.
  const startedAt = performance.now();
  await world.client.query(
    `UPDATE payments SET next_check_at = now() + interval '5 s' WHERE status = 'pending'`,
  );
  await untilCompleted(world, ids);
  return (performance.now() - startedAt) / 1_000;
}

/**
 * Measures per payment: CPU time of the server and of PostgreSQL in ms, and commits.
 * @param {LifeWorld} world
 * @param {number} count
 * @param {() => Promise<unknown>} act
 */
async function measure(world, count, act) {
  const before = await usage(world);
  const startedAt = performance.now();
  await act();
  const seconds = (performance.now() - startedAt) / 1_000;
  const after = await usage(world);
  const each = (/** @type {'node' | 'postgres' | 'commits'} */ what) =>
    Number(((after[what] - before[what]) / count).toFixed(1));
  return {
    'Node (ms)': each('node'),
    'PostgreSQL (ms)': each('postgres'),
    commits: each('commits'),
    'a second': Math.round(count / seconds),
  };
}

/** @param {LifeWorld} world */
async function usage({ client, server, postmaster }) {
  // Backends report their statistics about a second later.
  await delay(1_500);
  const { rows } = await client.query(
    `SELECT xact_commit::int AS commits FROM pg_stat_database WHERE datname = current_database()`,
  );
  return {
    node: await processorTime((pid) => pid === server),
    postgres: await processorTime((pid, parent) => pid === postmaster || parent === postmaster),
    commits: rows[0].commits,
  };
}

/**
 * Returns the CPU time of all matching processes, including ended children; 0 on systems without
 * this data.
 * @param {(pid: number, parent: number) => boolean} isMeant
 */
export async function processorTime(isMeant) {
  if (!existsSync('/proc/self/stat')) return 0;
  let ticks = 0;
  for (const name of await readdir('/proc')) {
    const stat = /^\d+$/.test(name)
      ? await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '')
      : '';
    // The program's name is in parentheses, and may contain spaces.
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const [, parent = 0] = fields;
    if (stat === '' || !isMeant(Number(name), parent)) continue;
    ticks += fields.slice(11, 15).reduce((sum, time) => sum + time, 0);
  }
  return ticks * TICK_MS;
}

/**
 * @template Item
 * @param {number} atOnce
 * @param {Item[]} items
 * @param {(item: Item) => Promise<unknown>} act
 */
export async function inParallel(atOnce, items, act) {
  const left = [...items];
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let item = left.shift(); item !== undefined; item = left.shift()) await act(item);
    }),
  );
}
