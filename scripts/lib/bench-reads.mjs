import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../../server/platform/free-port';
import { processorTime } from './bench-support.mjs';
import { publish } from './benchmarks.mjs';
import { ROOT } from './run.mjs';

/** Requests per figure and round; more make the figures more stable. */
const REQUESTS = 10_000;
const ROUNDS = 3;
const AT_ONCE = 16;

/** Sends the bytes of a file unchanged, and 304 for a matching ETag: the least possible work. */
const BARE_SERVER = `
  import { readFileSync } from 'node:fs';
  import { createServer } from 'node:http';
  const [file, port] = process.argv.slice(1);
  const { headers, body } = JSON.parse(readFileSync(file, 'utf8'));
  const bytes = Buffer.from(body, 'base64');
  createServer((req, res) => {
    if (req.headers['if-none-match'] === headers.etag) return res.writeHead(304, { ETag: headers.etag }).end();
    res.writeHead(200, headers).end(bytes);
  }).listen(Number(port), '127.0.0.1');`;

/**
 * Measures the CPU time of a cached catalogue read, compared with a bare node:http server that
 * sends the same bytes. Runs only on Linux.
 * @param {string} dataDir of a demo that is created here
 */
export async function measureReads(dataDir) {
  const server = await startDemo(path.join(dataDir, 'reads'));
  try {
    const plain = { headers: { 'accept-encoding': 'identity' } };
    const { bytes } = await send(server.port, '/api/categories', plain);
    /** @type {{ id: string, artistCount: number }[]} */
    const categories = JSON.parse(bytes.toString('utf8'));
    const [largest] = categories.sort((a, b) => b.artistCount - a.artistCount);
    const id = largest?.id ?? '';
    const nominees = `/api/nominations/category/${id}`;
    /** @type {[what: string, address: string, isConditional: boolean, target: number][]} */
    const reads = [
      ['nominees of a category', nominees, false, 2],
      ['the same, 304', nominees, true, 2],
      ['page of a category', `/category/${id}`, false, 3],
    ];
    const rows = [];
    for (const [what, address, isConditional, target] of reads) {
      const { bytes, ours, bare } = await compare(server, dataDir, address, isConditional);
      rows.push({
        what,
        bytes,
        server: `${ours.toFixed(0)} µs`,
        'bare node:http': `${bare.toFixed(0)} µs`,
        ratio: (ours / bare).toFixed(2),
        target: `≤ ${target.toFixed(1)}`,
      });
    }
    await publish('Cached reads: CPU time of one request', rows);
  } finally {
    server.child.kill('SIGTERM');
    await once(server.child, 'exit');
  }
}

/**
 * @param {{ port: number, child: import('node:child_process').ChildProcess }} server
 * @param {string} dataDir
 * @param {string} address
 * @param {boolean} isConditional
 */
async function compare(server, dataDir, address, isConditional) {
  const { headers, bytes } = await send(server.port, address);
  const { 'content-type': type, 'content-encoding': encoding, etag } = headers;
  const file = path.join(dataDir, 'bare.json');
  const sent = { 'content-type': type, 'content-encoding': encoding, etag };
  await writeFile(file, JSON.stringify({ headers: sent, body: bytes.toString('base64') }));
  const port = await freePort();
  const args = ['--input-type=module', '-e', BARE_SERVER, file, String(port)];
  const bare = { port, child: spawn(process.execPath, args, { stdio: 'inherit' }) };
  try {
    await untilAnswered(port);
    const ours = [];
    const baseline = [];
    for (let round = 0; round < ROUNDS; round++) {
      ours.push(await costOf(server, address, isConditional));
      baseline.push(await costOf(bare, address, isConditional));
    }
    return { bytes: bytes.length, ours: Math.min(...ours), bare: Math.min(...baseline) };
  } finally {
    bare.child.kill();
  }
}

/**
 * Returns a server's CPU time per request, in microseconds.
 * @param {{ port: number, child: import('node:child_process').ChildProcess }} server
 * @param {string} address
 * @param {boolean} isConditional
 */
async function costOf({ port, child }, address, isConditional) {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  let { etag } = (await send(port, address)).headers;
  let remaining = REQUESTS;
  const before = await processorTime((pid) => pid === child.pid);
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (remaining-- > 0) {
        const conditional = isConditional ? { 'if-none-match': etag } : {};
        const { headers } = await send(port, address, { agent, headers: conditional });
        etag = headers.etag ?? etag;
      }
    }),
  );
  const used = (await processorTime((pid) => pid === child.pid)) - before;
  agent.destroy();
  return (used * 1_000) / REQUESTS;
}

/**
 * @param {number} port
 * @param {string} address
 * @param {import('node:http').RequestOptions} options
 * @returns {Promise<{ headers: import('node:http').IncomingHttpHeaders, bytes: Buffer }>}
 */
function send(port, address, { headers = {}, ...options } = {}) {
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        host: '127.0.0.1',
        port,
        path: address,
        headers: { 'accept-encoding': 'gzip, deflate, br', ...headers },
        ...options,
      },
      (response) => {
        /** @type {Buffer[]} */
        const parts = [];
        response.on('data', (part) => parts.push(part));
        response.on('end', () => {
          const bytes = Buffer.concat(parts);
          resolve({ headers: response.headers, bytes });
        });
      },
    );
    sent.on('error', reject).end();
  });
}

/**
 * Starts the built server in its default configuration.
 * @param {string} dataDir
 * @param {Record<string, string>} [settings]
 */
export async function startDemo(dataDir, settings = {}) {
  const port = await freePort();
  const child = spawn(process.execPath, [path.join(ROOT, 'dist', 'server', 'index.js')], {
    cwd: path.dirname(dataDir),
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      DATA_DIR: dataDir,
      LOG_LEVEL: 'error',
      ...settings,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  while (!(await isUp(port))) await delay(100);
  return { port, child };
}

/** @param {number} port */
const isUp = (port) =>
  fetch(`http://127.0.0.1:${port}/api/health/ready`).then(
    ({ ok }) => ok,
    () => false,
  );

/** @param {number} port */
async function untilAnswered(port) {
  while (
    !(await send(port, '/').then(
      () => true,
      () => false,
    ))
  ) {
    await delay(20);
  }
}
