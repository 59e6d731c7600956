import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { Agent, createServer, request } from 'node:http';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import {
  firstContentOnSlowNetwork,
  longestTaskOnSlowPhone,
  open,
  scrollThrough,
  visit,
  vote,
} from './bench-browser.mjs';
import { hasLighthouse, LIGHTHOUSE, largestPaint, loadOnce, summary } from './bench-lighthouse.mjs';
import { startDemo } from './bench-reads.mjs';
import { median, publish } from './benchmarks.mjs';
import { ROOT } from './run.mjs';

/** Loads per figure; the median is reported. */
const RUNS = 3;
/** Screen of Lighthouse's simulated phone. */
const LIGHTHOUSE_SCREEN = { width: 412, height: 823, scale: 1.75 };
/** Lighthouse's benchmark index above which times in seconds are meaningful. */
const FAST_ENOUGH = 900;
/** Query parameter that requests a page without scripts. */
const STATIC = 'static';
const PLAIN = 'without script';
const MODULE = /<script [^>]*type="module"[^>]*>|<link [^>]*rel="modulepreload"[^>]*>/g;

/** @typedef {import('./bench-browser.mjs').Visit} Visit */
/** @typedef {ReturnType<typeof row>} Row */

/**
 * Runs a visit with a new profile.
 * @typedef {<Result>(
 *   act: (visit: Visit) => Promise<Result>, screen?: typeof LIGHTHOUSE_SCREEN, ) =>
 *   Promise<Result>} NewVisitor
 */

/**
 * Measures the cost of the catalogue's pages and of a vote in a voter's browser, on the demo with
 * its pictures, compared with the same page as static HTML.
 * @param {string} dataDir of a demo that is created here
 */
export async function measurePages(dataDir) {
  let port = 0;
  const front = await startFront(() => port);
  const demo = await startDemo(path.join(dataDir, 'pages'), { PUBLIC_URL: front.origin });
  port = demo.port;
  let visitors = 0;
  /** @type {NewVisitor} */
  const newVisitor = (act, screen) =>
    visit(path.join(dataDir, `visitor-${++visitors}`), act, screen);
  try {
    const categories = `${front.origin}/categories`;
    const category = await largestCategory(front.origin);
    const pageOf = (/** @type {boolean} */ isPlain) =>
      isPlain ? `${category}?${STATIC}` : category;
    for (const screen of [undefined, LIGHTHOUSE_SCREEN]) {
      await newVisitor((visit) => scrollThrough(visit, [categories, category]), screen);
    }

    const catalogue = await newVisitor(async (visit) => {
      await open(visit, categories);
      return visit.traffic.received;
    });
    /** @type {Awaited<ReturnType<typeof voteTwice>>[]} */
    const voters = [];
    for (let run = 0; run < RUNS; run += 1)
      voters.push(await voteTwice(category, dataDir, run, front));
    const firstVisits = voters.map(({ first }) => first.received);
    const secondVisits = voters.map(({ second }) => second.received);
    const totalBytes = (/** @type {'first' | 'second'} */ time) =>
      median(voters.map((voter) => voter[time].sent));
    const { checkout = '', code = '' } = voters[0]?.first ?? {};
    const content = await alternate((isPlain) =>
      newVisitor((visit) => firstContentOnSlowNetwork(visit, pageOf(isPlain))),
    );
    await publish('Pages in a voter’s browser', [
      ...(await lighthouseRows(pageOf, dataDir)),
      row('first content, 400 kbit/s, 400 ms', median(content.page), seconds, {
        against: [PLAIN, median(content.plain), 1.3],
        most: 2_000,
      }),
      ...(await taskRows(newVisitor, {
        'the categories': categories,
        'a category': category,
        'the checkout': checkout,
        'a receipt': `${front.origin}/my-receipts?code=${code}`,
      })),
      await firstLoadCode(category),
      bytesRow('first visit of the categories', [catalogue], 250_000),
      bytesRow('vote by mobile money, first visit', firstVisits, 300_000, totalBytes('first')),
      bytesRow('vote by mobile money, second visit', secondVisits, 30_000, totalBytes('second')),
    ]);
  } finally {
    demo.child.kill('SIGTERM');
    await once(demo.child, 'exit');
    front.close();
  }
}

/**
 * @param {NewVisitor} newVisitor
 * @param {Record<string, string>} screens their addresses
 */
async function taskRows(newVisitor, screens) {
  const rows = [];
  for (const [name, page] of Object.entries(screens)) {
    const times = [];
    for (let run = 0; run < RUNS; run += 1) {
      times.push(await newVisitor((visit) => longestTaskOnSlowPhone(visit, page)));
    }
    rows.push(row(`longest task, slow phone: ${name}`, median(times), ms, { most: 150 }));
  }
  return rows;
}

/**
 * Votes, closes the browser, and votes again with the same profile, each time for the first
 * nominee.
 * @param {string} category
 * @param {string} dataDir
 * @param {number} voter
 * @param {{ sent: number }} front
 */
async function voteTwice(category, dataDir, voter, front) {
  const voteOnce = (/** @type {number} */ time) => {
    const before = front.sent;
    return visit(path.join(dataDir, `voter-${voter}`), async (visit) => ({
      // The simulated owner approves after some seconds.
      ...(await vote(visit, category, `67700${voter}${time}00`)),
      received: visit.traffic.received,
      sent: front.sent - before,
    }));
  };
  return { first: await voteOnce(1), second: await voteOnce(2) };
}

/**
 * @param {string} what
 * @param {Visit['traffic']['received'][]} received by the pages of each visitor
 * @param {number} most
 * @param {number} [totalBytes] including the service worker's requests
 */
function bytesRow(what, received, most, totalBytes) {
  const pictures = median(received.map((each) => each.pictures));
  const pictureBytes = `pictures: ${kilobytes(pictures)}`;
  return {
    ...row(what, median(received.map((each) => each.bytes)), kilobytes, { most }),
    against:
      totalBytes === undefined
        ? pictureBytes
        : `${pictureBytes}; with the service worker: ${kilobytes(totalBytes)}`,
  };
}

/**
 * @param {(isPlain: boolean) => string} pageOf a category, with or without scripts
 * @param {string} dataDir
 * @returns {Promise<Row[]>}
 */
async function lighthouseRows(pageOf, dataDir) {
  if (!(await hasLighthouse())) {
    const measured = 'not measured: npm could not install it';
    return [{ what: LIGHTHOUSE, measured, against: '', ratio: '', target: '' }];
  }
  const reports = await alternate((isPlain) => loadOnce(pageOf(isPlain), dataDir));
  console.log(`largest paint: ${largestPaint(reports.page)}`);
  const page = summary(reports.page);
  const plain = summary(reports.plain);
  return [
    row('Lighthouse: largest paint of a category', page.largestPaint, seconds, {
      against: [PLAIN, plain.largestPaint, 1.3],
      ...(page.machine >= FAST_ENOUGH && { most: 2_000 }),
    }),
    row('Lighthouse: first paint', page.firstPaint, seconds, {
      against: [PLAIN, plain.firstPaint, 1.2],
    }),
    row('Lighthouse: blocking time', page.blocking, ms, { most: 200 }),
    row('Lighthouse: layout shift', page.shift, (shift) => shift.toFixed(3), { most: 0.02 }),
    ...Object.entries(page.scores).map(([name, score]) =>
      row(`Lighthouse: ${name}`, score, (value) => value.toFixed(0), { least: 100 }),
    ),
    row('Lighthouse: index of this machine', page.machine, (index) => index.toFixed(0), {}),
  ];
}

/**
 * Proxies a server at its origin; on request, removes the scripts from pages, with the same headers
 * and compression.
 * @param {() => number} port of that server
 */
async function startFront(port) {
  const agent = new Agent({ keepAlive: true });
  /**
   * @type {Map<string, Promise<Buffer>>} by ETag: compressing on each request would slow the page down
   */
  const plainPages = new Map();
  let bytesSent = 0;
  const front = createServer((req, res) => {
    res.sendDate = false;
    const isPlain = new URL(req.url ?? '/', 'http://front').searchParams.has(STATIC);
    const headers = isPlain ? { ...req.headers, 'accept-encoding': 'identity' } : req.headers;
    const { method, url } = req;
    const sent = request(
      { host: '127.0.0.1', port: port(), method, path: url, headers, agent },
      async (answer) => {
        if (!isPlain) {
          res.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
          bytesSent += answer.rawHeaders.join().length;
          answer.on('data', ({ length }) => {
            bytesSent += length;
          });
          answer.pipe(res);
          return;
        }
        const html = Buffer.concat(await answer.toArray()).toString('utf8');
        const tag = answer.headers.etag ?? '';
        const body = await (plainPages.get(tag) ?? plainPages.set(tag, strip(html)).get(tag));
        const { 'transfer-encoding': _chunked, ...forwarded } = answer.headers;
        res
          .writeHead(200, {
            ...forwarded,
            'content-encoding': 'br',
            'content-length': body?.length,
          })
          .end(body);
      },
    );
    sent.on('error', () => res.destroy());
    req.pipe(sent);
  });
  front.listen(0, '127.0.0.1');
  await once(front, 'listening');
  const address = front.address();
  if (address === null || typeof address === 'string') throw new Error('No port was assigned.');
  return {
    origin: `http://127.0.0.1:${address.port}`,
    /** Bytes of responses so far, headers included. */
    get sent() {
      return bytesSent;
    },
    close() {
      front.close();
      front.closeAllConnections();
      agent.destroy();
    },
  };
}

/**
 * Removes scripts, and compresses as the server does.
 * @param {string} html
 */
function strip(html) {
  const plain = html.replaceAll(/<script\b.*?<\/script>/gs, '').replaceAll(MODULE, '');
  return promisify(brotliCompress)(plain, {
    params: {
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_QUALITY]: 7,
      [constants.BROTLI_PARAM_SIZE_HINT]: Buffer.byteLength(plain),
    },
  });
}

/** @param {string} origin */
export async function largestCategory(origin) {
  /** @type {{ id: string, artistCount: number }[]} */
  const categories = await (await fetch(`${origin}/api/categories`)).json();
  const [largest] = categories.sort((a, b) => b.artistCount - a.artistCount);
  if (!largest) throw new Error('The demo has no category.');
  return `${origin}/category/${largest.id}`;
}

/**
 * Returns all modules that a page's document names, as sent.
 * @param {string} page
 */
async function firstLoadCode(page) {
  const html = await (await fetch(page)).text();
  let all = 0;
  let libraries = 0;
  const [, code = '', texts = ''] = / data-code="([^"]+)" data-texts="([^"]+)"/.exec(html) ?? [];
  for (const file of `${code} ${texts}`.split(' ').filter((part) => part.startsWith('/'))) {
    const { size } = await stat(path.join(ROOT, 'dist', 'client', `${file}.br`));
    all += size;
    if (file.includes('/framework-')) libraries += size;
  }
  return row('code of the first load, brotli', all, kilobytes, {
    against: ['its libraries', libraries],
    most: 110_000,
  });
}

/**
 * Alternates between both variants, so that other load on the machine affects both.
 * @template Result
 * @param {(isPlain: boolean) => Promise<Result>} measure
 */
async function alternate(measure) {
  /** @type {{ page: Result[], plain: Result[] }} */
  const results = { page: [], plain: [] };
  for (let run = 0; run < RUNS; run += 1) {
    results.page.push(await measure(false));
    results.plain.push(await measure(true));
  }
  return results;
}

/**
 * @param {string} what
 * @param {number} measured
 * @param {(value: number) => string} format
 * @param {{ against?: [name: string, value: number, most?: number], most?: number, least?: number }} bounds
 *   a baseline with the highest allowed multiple of it; and absolute limits
 */
function row(what, measured, format, { against, most, least }) {
  const [name, baseline = Number.NaN, times] = against ?? [];
  const ratio = measured / baseline;
  const targets = [
    times !== undefined && { text: `≤ ${times} ×`, isMet: ratio <= times },
    most !== undefined && { text: `≤ ${format(most)}`, isMet: measured <= most },
    least !== undefined && { text: `≥ ${format(least)}`, isMet: measured >= least },
  ].filter((target) => target !== false);
  return {
    what,
    measured: format(measured),
    against: against ? `${name}: ${format(baseline)}` : '',
    ratio: against ? ratio.toFixed(2) : '',
    target: targets.map(({ text, isMet }) => (isMet ? text : `${text} MISSED`)).join(', '),
  };
}

const seconds = (/** @type {number} */ value) => `${(value / 1_000).toFixed(2)} s`;
const ms = (/** @type {number} */ value) => `${value.toFixed(0)} ms`;
const kilobytes = (/** @type {number} */ bytes) => `${(bytes / 1_000).toFixed(1)} kB`;
