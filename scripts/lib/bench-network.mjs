import { execFile } from 'node:child_process';
import { createHash, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, readFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { createSecureServer } from 'node:http2';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { textsOf } from '../../tests/browser/support/texts';
import { CPU_THROTTLING, scrollThrough, visit } from './bench-browser.mjs';
import { largestCategory } from './bench-pages.mjs';
import { startDemo } from './bench-reads.mjs';
import { median, publish } from './benchmarks.mjs';
import { ShapedLine } from './shaped-line.mjs';

/** Visitors per line; the median is reported. */
const RUNS = 3;
/** A page that takes longer, in ms, counts as stuck. */
const TIMEOUT_MS = 180_000;
/** Time in ms for counting what a page loads after the receipt is shown. */
const AFTERWARDS_MS = 3_000;

/**
 * What a voter waits for on a line, from the link to the receipt: seconds, and bytes.
 * @typedef {{ text: number, press: number, checkout: number, receipt: number, bytes: number,
 *   bytesAfterwards: number, returnText: number, returnPress: number, returnBytes: number }} Journey
 */

/** @type {Record<string, { line: import('./shaped-line.mjs').Line, goal?: Partial<Journey> }>} */
const LINES = {
  'EDGE (120 kbit/s, 600 ms)': {
    line: { kilobits: 120, roundTripMs: 600 },
    goal: {
      ...{ text: 5, press: 14, checkout: 3, receipt: 6, bytes: 250_000 },
      ...{ returnPress: 5, returnBytes: 24_000 },
    },
  },
  '3G (750 kbit/s, 300 ms)': {
    line: { kilobits: 750, roundTripMs: 300 },
    goal: { text: 2, press: 4, checkout: 1.5, bytes: 250_000 },
  },
  '3G, 4 s of every 12 s without a network': {
    line: { kilobits: 750, roundTripMs: 300, stallEveryMs: 12_000, stallMs: 4_000 },
  },
};

/**
 * Measures what a new visitor waits for, from the link of a category to the receipt, behind a slow
 * line and on a slow phone, over TLS and HTTP/2.
 * @param {string} dataDir of a demo that is created here
 */
export async function measureNetwork(dataDir) {
  const directory = path.join(dataDir, 'network');
  await mkdir(directory, { recursive: true });
  const { key, cert, switches } = await certificate(directory);
  let port = 0;
  const front = startFront(() => port, { key, cert });
  const line = new ShapedLine(null, (connection) => front.server.emit('connection', connection));
  const origin = `https://localhost:${await line.open()}`;
  const demo = await startDemo(path.join(directory, 'demo'), {
    PUBLIC_URL: origin,
    TRUST_PROXY: '1',
  });
  port = demo.port;
  let visitors = 0;
  /** @type {<Result>(visitor: number, act: (visit: Visit) => Promise<Result>) => Promise<Result>} */
  const visitBy = (visitor, act) =>
    visit(path.join(directory, `visitor-${visitor}`), act, undefined, switches);
  try {
    const category = await largestCategory(`http://127.0.0.1:${port}`).then((address) =>
      address.replace(/^http:..[^/]+/, origin),
    );
    await visitBy(visitors, (visit) => scrollThrough(visit, [category]));
    const rows = [];
    for (const [name, { line: shape, goal }] of Object.entries(LINES)) {
      /** @type {Journey[]} */
      const journeys = [];
      for (let run = 0; run < RUNS; run += 1) {
        visitors += 1;
        line.line = shape;
        line.transmitted.down = 0;
        const first = await visitBy(visitors, (visit) => makeJourney(visit, category, line));
        line.line = shape;
        line.transmitted.down = 0;
        const second = await visitBy(visitors, (visit) => returnLater(visit, category, line));
        line.line = null;
        journeys.push({ ...first, ...second });
      }
      rows.push(...rowsOf(name, journeys, goal));
    }
    await publish('A first visit on slow networks', rows);
  } finally {
    demo.child.kill('SIGTERM');
    await once(demo.child, 'exit');
    line.close();
    front.close();
  }
}

/** @typedef {import('./bench-browser.mjs').Visit} Visit */

let voters = 0;

/**
 * @param {Visit} visit
 * @param {string} category its address
 * @returns {Promise<{ text: number, press: number }>} seconds until its text is visible, and until
 *   a press works
 */
async function arrive({ page, devTools }, category) {
  page.setDefaultTimeout(TIMEOUT_MS);
  await page.addInitScript(() => {
    window.addEventListener('hydrated', () => {
      Reflect.set(window, 'hydratedAt', performance.now());
    });
  });
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: CPU_THROTTLING });
  await page.goto(category, { waitUntil: 'commit', timeout: TIMEOUT_MS });
  const hydrated = await page.waitForFunction(() => Reflect.get(window, 'hydratedAt'));
  const press = /** @type {number} */ (await hydrated.jsonValue());
  const text = await page.evaluate(
    () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
  );
  return { text: text / 1_000, press: press / 1_000 };
}

/**
 * Simulates a voter who has voted before, and has closed the browser.
 * @param {Visit} visit
 * @param {string} category its address
 * @param {ShapedLine} line
 */
async function returnLater(visit, category, line) {
  const { text, press } = await arrive(visit, category);
  return { returnText: text, returnPress: press, returnBytes: line.transmitted.down };
}

/**
 * Goes from the link to the receipt, each step as soon as it is possible.
 * @param {Visit} visit
 * @param {string} category its address
 * @param {ShapedLine} line unlimited afterwards
 */
async function makeJourney(visit, category, line) {
  const { page } = visit;
  const arrival = await arrive(visit, category);
  const { mobileMoney } = textsOf('fr').checkout;
  const votedAt = performance.now();
  await page.locator('main a[href^="/checkout?"]').first().click();
  const number = page.getByLabel(mobileMoney.phone.label);
  await number.waitFor();
  const checkout = performance.now() - votedAt;
  // The simulated owner approves after some seconds.
  await number.fill(`6770${String(++voters).padStart(3, '0')}00`);
  const paidAt = performance.now();
  await page.getByRole('button', { name: mobileMoney.submit }).click();
  await page
    .getByRole('dialog')
    .getByText(/^#[0-9A-Z]{10}$/)
    .waitFor();
  const receipt = performance.now() - paidAt;
  const bytes = line.transmitted.down;
  await delay(AFTERWARDS_MS);
  const bytesAfterwards = line.transmitted.down;
  // Simulates a voter who looks at the receipt for as long as the service worker takes to cache the
  // site.
  line.line = null;
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  return {
    ...arrival,
    checkout: checkout / 1_000,
    receipt: receipt / 1_000,
    bytes,
    bytesAfterwards,
  };
}

/** @type {Record<keyof Journey, string>} */
const STEPS = {
  text: 'link to first text',
  press: 'link to the first button that works',
  checkout: 'press on Vote to the checkout',
  receipt: 'press on Pay to the receipt, including some seconds of the phone',
  bytes: 'received until the receipt, TLS included',
  bytesAfterwards: 'received until 3 s later',
  returnText: 'second visit: link to first text',
  returnPress: 'second visit: link to the first button that works',
  returnBytes: 'second visit: received by then',
};

/**
 * @param {string} line
 * @param {Journey[]} journeys
 * @param {Partial<Journey>} [goal]
 */
function rowsOf(line, journeys, goal = {}) {
  return Object.entries(STEPS).map(([key, step]) => {
    const name = /** @type {keyof Journey} */ (key);
    const format = name.startsWith('bytes') ? kilobytes : seconds;
    const values = journeys.map((journey) => journey[name]);
    const measured = median(values);
    const limit = goal[name];
    const target = limit === undefined ? '' : `≤ ${format(limit)}`;
    return {
      line,
      step,
      median: format(measured),
      runs: values.map(format).join(', '),
      target: limit !== undefined && measured > limit ? `${target} MISSED` : target,
    };
  });
}

/**
 * Creates a certificate for this machine, and the option that makes Chromium accept it: with all
 * certificates accepted, its cache would store nothing.
 * @param {string} directory
 */
async function certificate(directory) {
  const [keyFile, certFile] = ['key.pem', 'cert.pem'].map((name) => path.join(directory, name));
  await promisify(execFile)('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'],
    ...['-days', '2', '-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'],
    ...['-keyout', keyFile ?? '', '-out', certFile ?? ''],
  ]);
  const [key, cert] = await Promise.all([readFile(keyFile ?? ''), readFile(certFile ?? '')]);
  const spki = new X509Certificate(cert).publicKey.export({ type: 'spki', format: 'der' });
  const hash = createHash('sha256').update(spki).digest('base64');
  return { key, cert, switches: [`--ignore-certificate-errors-spki-list=${hash}`] };
}

/** Size of a TLS record at first, as Go uses it: what fits in one packet. */
const RECORD_BYTES = 1_200;

/** Headers that do not exist in HTTP/2. */
const HTTP_1_HEADERS = new Set(['connection', 'keep-alive', 'transfer-encoding']);

/**
 * Starts TLS and HTTP/2 in front of a server, as a reverse proxy does.
 * @param {() => number} port of that server
 * @param {{ key: Buffer, cert: Buffer }} identity
 */
function startFront(port, identity) {
  const agent = new Agent({ keepAlive: true });
  const server = createSecureServer({ ...identity, allowHTTP1: false }, (req, res) => {
    const headers = Object.fromEntries(
      Object.entries(req.headers).filter(([name]) => !name.startsWith(':')),
    );
    const sent = request(
      {
        host: '127.0.0.1',
        port: port(),
        method: req.method,
        path: req.url,
        headers: {
          ...headers,
          host: req.headers[':authority'],
          'x-forwarded-proto': 'https',
          'x-forwarded-for': '127.0.0.1',
        },
        agent,
      },
      (answer) => {
        const forwarded = Object.entries(answer.headers).filter(
          ([name]) => !HTTP_1_HEADERS.has(name),
        );
        res.writeHead(answer.statusCode ?? 502, Object.fromEntries(forwarded));
        answer.pipe(res);
      },
    );
    sent.on('error', () => res.destroy());
    res.on('close', () => sent.destroy());
    req.pipe(sent);
  });
  // A record can only be read once it is complete. Caddy starts with packet-sized records, Node
  // with 16 kB.
  server.on('secureConnection', (socket) => socket.setMaxSendFragment(RECORD_BYTES));
  server.on('sessionError', () => {});
  return {
    server,
    close() {
      server.close();
      agent.destroy();
    },
  };
}

const seconds = (/** @type {number} */ value) => `${value.toFixed(1)} s`;
const kilobytes = (/** @type {number} */ bytes) => `${(bytes / 1_000).toFixed(0)} kB`;
