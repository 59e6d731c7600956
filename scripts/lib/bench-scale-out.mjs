import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { msUntilAnswer } from './bench-held-polls.mjs';
import { processorTime } from './bench-support.mjs';
import {
  AT_ONCE,
  PAYMENTS,
  prepare,
  spread,
  startProvider,
  startServer,
} from './bench-write-path.mjs';
import { median, publish } from './benchmarks.mjs';

/** Servers as on separate machines, each with its workers, on one database. */
const SHAPES = [
  { machines: 1, workers: 1 },
  { machines: 1, workers: 2 },
  { machines: 1, workers: 4 },
  { machines: 2, workers: 2 },
  { machines: 2, workers: 4 },
];
/** Measured alternately: votes for many nominees, and for one. */
const ROUNDS = /** @type {const} */ (['spread', 'one', 'spread', 'one']);
const WARM_UP = 2;
/** Payments whose held polls are answered by the change of another process. */
const NOTIFIED = 11;
const IDLE_MS = 30_000;
/** Workers respond in turn: so many ready ones are all of them. */
const READY_IN_A_ROW = 20;
/** Time until a server has done what follows a start and a load, in ms. */
const SETTLE_MS = 15_000;
/** Time under load, unless given in minutes: `npm run bench scale-out 60`. */
const LOAD_MINUTES = 5;
const LOAD_SHARE = 0.7;
const MAX_WORKER_MB = 200;
/** More memory at the end than after the first fifth of the load. */
const MAX_GROWTH = 1.1;
const MAX_IDLE_SHARE = 0.01;

/** @typedef {Awaited<ReturnType<typeof startServer>>} Server */

/**
 * Measures how completions grow with processes on one database, how soon a process answers what
 * another one has changed, and the memory and idle processor time of a worker. Runs only on Linux.
 * @param {string} serverUrl
 * @param {string} dataDir
 * @param {number} [minutes] of load
 */
export async function measureScaleOut(serverUrl, dataDir, minutes = LOAD_MINUTES) {
  const admin = new pg.Client({ connectionString: serverUrl });
  await admin.connect();
  const urlOf = (/** @type {string} */ name) =>
    Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href;
  const provider = await startProvider();
  try {
    await admin.query('CREATE DATABASE bench_scale');
    const nominations = await prepare(urlOf('bench_scale'));
    const open = async (/** @type {typeof SHAPES[number]} */ { machines, workers }) => {
      const name = `bench_scale_${machines}_${workers}`;
      await admin.query(`CREATE DATABASE ${name} TEMPLATE bench_scale`);
      const servers = [];
      for (let nth = 0; nth < machines; nth += 1) {
        // Kept for all shapes, so that previews are drawn once.
        const machineDir = path.join(dataDir, `machine-${nth}`);
        await mkdir(machineDir, { recursive: true });
        const settings = { WORKERS: String(workers) };
        const options = { url: urlOf(name), dataDir: machineDir, provider, nominations, settings };
        servers.push(await startServer(options));
      }
      await untilAllServe(servers, workers);
      return { url: urlOf(name), servers };
    };
    const rows = [];
    for (const shape of SHAPES) {
      const { url, servers } = await open(shape);
      rows.push({ shape, ...(await measureShape(url, servers)) });
      await Promise.all(servers.map((server) => server.close()));
    }
    await publish('Completions by number of processes', rows.map(shapeRow));

    await admin.query('DROP DATABASE bench_scale_1_2');
    const { servers } = await open({ machines: 1, workers: 2 });
    await publish('Workers over time', await measureWorkers(servers, minutes));
    await Promise.all(servers.map((server) => server.close()));
  } finally {
    provider.close();
    await admin.end();
  }
}

/**
 * @param {string} url
 * @param {Server[]} servers
 */
async function measureShape(url, servers) {
  const [first] = servers;
  if (!first) throw new Error('There is no server.');
  for (let round = 0; round < WARM_UP; round += 1) {
    await complete(servers, await first.create(PAYMENTS, spread, 4));
  }
  const rates = { one: /** @type {number[]} */ ([]), spread: /** @type {number[]} */ ([]) };
  let coresOfServers = 0;
  for (const kind of ROUNDS) {
    const paid = await first.create(PAYMENTS, kind === 'one' ? () => 0 : spread, 4);
    const before = await processorTimeOf(servers);
    const startedAt = performance.now();
    await complete(servers, paid);
    const ms = performance.now() - startedAt;
    rates[kind].push((PAYMENTS * 1_000) / ms);
    coresOfServers = ((await processorTimeOf(servers)) - before) / ms;
  }
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const noticed = [];
  for (let nth = 0; nth < NOTIFIED; nth += 1) {
    const id = await first.startPayment();
    const { port } = new URL(servers.at(-1)?.origin ?? '');
    noticed.push(await msUntilAnswer(Number(port), client, id));
  }
  await client.end();
  return {
    spread: median(rates.spread),
    one: median(rates.one),
    cores: coresOfServers,
    noticedMs: median(noticed),
    memoryMb: Math.max(...(await memoryOf(servers))),
  };
}

/** @param {{ shape: typeof SHAPES[number] } & Awaited<ReturnType<typeof measureShape>>} row */
const shapeRow = ({ shape: { machines, workers }, ...measured }) => ({
  processes: `${machines * workers}: ${machines === 1 ? 'one machine' : 'two machines'}`,
  'completions a second': Math.round(measured.spread),
  'on one nominee': Math.round(measured.one),
  'cores used by servers': measured.cores.toFixed(2),
  'held poll answered': `${measured.noticedMs.toFixed(0)} ms`,
  'largest worker': `${Math.round(measured.memoryMb)} MB`,
  target: `≤ 1,000 ms, ≤ ${MAX_WORKER_MB} MB${measured.noticedMs > 1_000 || measured.memoryMb > MAX_WORKER_MB ? ' MISSED' : ''}`,
});

/**
 * @param {Server[]} servers
 * @param {number} minutes
 */
async function measureWorkers(servers, minutes) {
  const [server] = servers;
  if (!server) throw new Error('There is no server.');
  await delay(SETTLE_MS);
  const idleBefore = await processorTimeOf(servers);
  await delay(IDLE_MS);
  const workers = (await memoryOf(servers)).length;
  const idle = ((await processorTimeOf(servers)) - idleBefore) / IDLE_MS / workers;

  const vote = async (/** @type {number} */ count) =>
    server.complete(await server.start(count, spread, 4), AT_ONCE);
  await vote(PAYMENTS);
  const startedAt = performance.now();
  await vote(PAYMENTS);
  const rate = (PAYMENTS * 1_000) / (performance.now() - startedAt);
  const each = Math.max(2, Math.round(rate * LOAD_SHARE));
  /** @type {number[]} */
  const largest = [];
  const endsAt = performance.now() + minutes * 60_000;
  let votes = 0;
  while (performance.now() < endsAt) {
    const nextAt = performance.now() + 1_000;
    await vote(each);
    votes += each;
    largest.push(Math.max(...(await memoryOf(servers))));
    await delay(Math.max(0, nextAt - performance.now()));
  }
  const fifth = Math.ceil(largest.length / 5);
  const [early, late] = [median(largest.slice(fifth, 2 * fifth)), median(largest.slice(-fifth))];
  const highest = Math.max(...largest);
  return [
    row(
      'an idle worker',
      `${(idle * 100).toFixed(2)} % of a core`,
      '≤ 1 %',
      idle <= MAX_IDLE_SHARE,
    ),
    row(
      'the largest worker',
      `${Math.round(highest)} MB`,
      `≤ ${MAX_WORKER_MB} MB`,
      highest <= MAX_WORKER_MB,
    ),
    row(
      `its memory in the last fifth of ${minutes} min with ${votes.toLocaleString('en-US')} votes`,
      `${Math.round(late)} MB, in the second fifth ${Math.round(early)} MB`,
      `≤ ${MAX_GROWTH} ×`,
      late <= early * MAX_GROWTH,
    ),
  ];
}

/**
 * @param {string} what
 * @param {string} measured
 * @param {string} target
 * @param {boolean} isMet
 */
const row = (what, measured, target, isMet) => ({
  what,
  measured,
  target: `${target}${isMet ? '' : ' MISSED'}`,
});

/**
 * Completes payments by all servers at once, each its part.
 * @param {Server[]} servers
 * @param {import('./bench-write-path.mjs').Paid[]} paid
 */
const complete = (servers, paid) =>
  Promise.all(
    servers.map((server, nth) =>
      server.complete(
        paid.filter((_payment, index) => index % servers.length === nth),
        Math.ceil(AT_ONCE / servers.length),
      ),
    ),
  );

/**
 * The first worker starts alone, the others once it serves.
 * @param {Server[]} servers
 * @param {number} workers of each
 */
async function untilAllServe(servers, workers) {
  while ((await memoryOf(servers)).length < servers.length * workers) await delay(100);
  for (const { origin } of servers) {
    for (let inARow = 0; inARow < READY_IN_A_ROW; ) {
      const { ok } = await fetch(`${origin}/api/health/ready`);
      inARow = ok ? inARow + 1 : 0;
    }
  }
}

/** @param {Server[]} servers */
const isOfServers = (servers) => (/** @type {number} */ pid, /** @type {number} */ parent) =>
  servers.some(({ child }) => pid === child.pid || parent === child.pid);

/** @param {Server[]} servers */
const processorTimeOf = (servers) => processorTime(isOfServers(servers));

/** The file that a process of Node runs. */
const programOf = async (/** @type {string} */ pid) =>
  (await readFile(`/proc/${pid}/cmdline`, 'utf8')).split('\0').find((word) => word.endsWith('.js'));

/**
 * Memory of each worker in MB; of the server itself if it has none.
 * @param {Server[]} servers
 */
async function memoryOf(servers) {
  const pids = [];
  for (const { child } of servers) {
    const children = await readFile(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8');
    const started = children.split(' ').filter(Boolean);
    const programs = await Promise.all(started.map(programOf));
    // A server without workers has only the process that draws pictures.
    const program = await programOf(String(child.pid));
    const workers = started.filter((_pid, index) => programs[index] === program);
    pids.push(...(workers.length > 0 ? workers : [String(child.pid)]));
  }
  return Promise.all(
    pids.map(async (pid) => {
      const status = await readFile(`/proc/${pid}/status`, 'utf8');
      return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1_024;
    }),
  );
}
