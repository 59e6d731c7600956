import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { Agent, get } from 'node:http';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { migrateDatabase } from '../../server/db/migrate';
import { freePort } from '../../server/platform/free-port';
import { startDemo } from './bench-reads.mjs';
import { inParallel } from './bench-support.mjs';
import { median, publish } from './benchmarks.mjs';

const HELD = 10_000;
const MAX_MEMORY_MB = 100;
/** Polls per payment, as many as the server holds. */
const PER_PAYMENT = 4;
/** Payments that change their state while polls wait for them. */
const CHANGED = 21;
const AT_ONCE = 50;
/** Time in which all polls arrive, in ms; shorter than they wait. */
const ARRIVAL_MS = 6_000;

/**
 * Measures the memory of held polls in a process, and how soon a poll is answered after the commit
 * that changes its payment. Runs only on Linux. No provider is queried, because a query costs the
 * same whether a poll is held or not.
 * @param {string} serverUrl
 * @param {string} dataDir
 */
export async function measureHeldPolls(serverUrl, dataDir) {
  const admin = new pg.Client({ connectionString: serverUrl });
  await admin.connect();
  await admin.query('CREATE DATABASE bench_held_polls');
  await admin.end();
  const url = new URL(serverUrl);
  url.pathname = '/bench_held_polls';
  await migrateDatabase(url.href);
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  const { rows } = await client.query(
    `INSERT INTO payments (provider, amount, total_votes, last_checked_at)
     SELECT 'campay', 200, 2, now() + interval '1 hour' FROM generate_series(1, $1) RETURNING id`,
    [HELD / PER_PAYMENT + CHANGED],
  );
  const ids = rows.map(({ id }) => String(id));
  const server = await startDemo(path.join(dataDir, 'held-polls'), {
    NODE_ENV: 'test',
    DATABASE_URL: url.href,
  });
  const agent = new Agent({ keepAlive: true, maxSockets: HELD });
  try {
    const answers = [];
    for (const id of ids.slice(0, CHANGED)) {
      answers.push(await msUntilAnswer(server.port, client, id));
    }
    const heldMb = await memoryOfHeld(server, agent, ids.slice(CHANGED));
    const idleMb = await memoryOfIdle();
    const isMissed = heldMb - idleMb > MAX_MEMORY_MB;
    await publish('Held polls', [
      {
        what: `memory of a process, ${HELD.toLocaleString('en-US')} held`,
        measured: `${heldMb.toFixed(0)} MB`,
        against: `the same number of idle connections, bare node:http: ${idleMb.toFixed(0)} MB`,
        target: `≤ ${MAX_MEMORY_MB} MB more${isMissed ? ' MISSED' : ''}`,
      },
      {
        what: 'from the commit to the answer',
        measured: `${median(answers).toFixed(1)} ms`,
        against: '',
        target: '≤ 1,000 ms',
      },
    ]);
  } finally {
    agent.destroy();
    server.child.kill('SIGTERM');
    await once(server.child, 'exit');
    await client.end();
  }
}

/**
 * Measures the server's additional memory while it holds polls that arrive one after the other, as
 * from voters.
 * @param {{ port: number, child: import('node:child_process').ChildProcess }} server
 * @param {Agent} agent
 * @param {string[]} ids
 */
async function memoryOfHeld({ port, child }, agent, ids) {
  const polls = Array.from({ length: HELD }, (_, index) => ids[index % ids.length] ?? '');
  // Lets the process allocate its working memory.
  await inParallel(AT_ONCE, polls, (id) => poll(port, id, 0));
  const before = await residentMb(child);
  let highestMb = 0;
  let waiting = 0;
  let highestWaiting = 0;
  const holdPoll = async (/** @type {string} */ id) => {
    waiting += 1;
    const { heldMs } = await poll(port, id, 10_000, agent);
    waiting -= 1;
    if (heldMs === undefined) throw new Error('A poll was not held.');
  };
  const held = [];
  for (const id of polls) {
    held.push(holdPoll(id));
    if (held.length % AT_ONCE === 0) await delay((AT_ONCE / HELD) * ARRIVAL_MS);
    highestWaiting = Math.max(highestWaiting, waiting);
  }
  const allAnswered = Promise.all(held).then(() => true);
  while (!(await Promise.race([allAnswered, delay(50, false)]))) {
    highestMb = Math.max(highestMb, await residentMb(child));
  }
  if (highestWaiting < HELD)
    throw new Error(`Only ${highestWaiting} were held at once: this machine is too busy.`);
  return highestMb - before;
}

const IDLE_SERVER = `
  import { createServer } from 'node:http';
  createServer({ keepAliveTimeout: 60_000 }, (_req, res) => res.end('{}'))
    .listen(Number(process.argv[1]), '127.0.0.1');`;

/** Measures the memory of the same number of idle connections. */
async function memoryOfIdle() {
  const port = await freePort();
  const child = spawn(process.execPath, ['--input-type=module', '-e', IDLE_SERVER, String(port)]);
  const agent = new Agent({ keepAlive: true, maxSockets: HELD, maxFreeSockets: HELD });
  try {
    while (!(await poll(port, '', 0).catch(() => null))) await delay(20);
    const before = await residentMb(child);
    // All at once, so that each has a separate connection.
    await Promise.all(Array.from({ length: HELD }, () => poll(port, '', 0, agent)));
    return (await residentMb(child)) - before;
  } finally {
    agent.destroy();
    child.kill();
  }
}

/**
 * @param {number} port
 * @param {pg.Client} client
 * @param {string} id
 */
export async function msUntilAnswer(port, client, id) {
  const answer = poll(port, id, 10_000);
  await delay(500);
  const startedAt = performance.now();
  await client.query(
    `UPDATE payments SET status = 'failed', failure_reason = 'declined', settled_at = now()
     WHERE id = $1`,
    [id],
  );
  if ((await answer).heldMs === undefined) throw new Error('A poll was not held.');
  return performance.now() - startedAt;
}

/**
 * @param {number} port
 * @param {string} id
 * @param {number} waitMs
 * @param {Agent} [agent]
 * @returns {Promise<{ heldMs?: number }>}
 */
function poll(port, id, waitMs, agent) {
  return new Promise((resolve, reject) => {
    const address = `/api/payment/${id}/status?waitMs=${waitMs}`;
    const options = { host: '127.0.0.1', port, path: address, ...(agent && { agent }) };
    get(options, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (part) => {
        text += part;
      });
      response.on('end', () => resolve(JSON.parse(text)));
    }).on('error', reject);
  });
}

/** @param {import('node:child_process').ChildProcess} child */
export async function residentMb({ pid }) {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s*(\d+)/.exec(status)?.[1]) / 1024;
}
