import { setTimeout as delay } from 'node:timers/promises';
import { chromium } from '@playwright/test';
import { textsOf, withAnyNumbers } from '../../tests/browser/support/texts';
import { PHONE, sendPayment } from '../../tests/browser/support/voter';
import { findChromium } from './chromium.mjs';

/** A network idle for this long, in ms, is done; includes time for what a page does afterwards. */
const QUIET_MS = 1_500;
/** A request without a response for this long, in ms, has failed. */
const LOST_MS = 60_000;
/** Slows the browser down by the ratio between a developer's machine and a cheap phone. */
export const CPU_THROTTLING = 4;
/** Between 2G and weak 3G: 400 kbit/s, in bytes a second, and 400 ms latency per response. */
const SLOW_NETWORK = {
  offline: false,
  latency: 400,
  downloadThroughput: 50_000,
  uploadThroughput: 50_000,
};
const RECEIPT_CODE = /^#([0-9A-Z]{10})$/;

/** @typedef {import('@playwright/test').Page} Page */
/** @typedef {import('@playwright/test').CDPSession} DevTools */
/** @typedef {Awaited<ReturnType<typeof watchTraffic>>} Traffic */
/** @typedef {{ page: Page, devTools: DevTools, traffic: Traffic }} Visit */

/** Returns the installed browser, also for other programs. */
export function chromiumPath() {
  const program = findChromium(chromium);
  if (program) return program;
  throw new Error('No working Chromium was found. Run: node scripts/bootstrap.mjs browser');
}

/**
 * Opens a French browser of phone size with this profile, does something in its only page, and
 * closes it. A later visit with the same profile uses its cache.
 * @template Result
 * @param {string} profile a directory, new or of an earlier visit
 * @param {(visit: Visit) => Promise<Result>} act
 * @param {{ width: number, height: number, scale: number }} [screen]
 * @param {string[]} [switches] further command line options
 */
export async function visit(profile, act, screen = { ...PHONE, scale: 2 }, switches = []) {
  const { scale: deviceScaleFactor, ...viewport } = screen;
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: chromiumPath(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', ...switches],
    locale: 'fr-FR',
    viewport,
    deviceScaleFactor,
    isMobile: true,
    hasTouch: true,
  });
  try {
    const page = context.pages()[0] ?? (await context.newPage());
    const devTools = await context.newCDPSession(page);
    return await act({ page, devTools, traffic: await watchTraffic(devTools) });
  } finally {
    await context.close();
  }
}

/**
 * Counts the bytes received over the network, headers included, except responses from a cache and
 * the service worker's own requests.
 * @param {DevTools} devTools
 */
async function watchTraffic(devTools) {
  /** @type {Map<string, { url: string, type: string | undefined }>} requests in flight */
  const open = new Map();
  const received = { bytes: 0, pictures: 0 };
  let lastAt = performance.now();
  const end = (/** @type {string} */ requestId, bytes = 0) => {
    received.bytes += bytes;
    if (open.get(requestId)?.type === 'Image') received.pictures += bytes;
    open.delete(requestId);
    lastAt = performance.now();
  };
  devTools.on('Network.requestWillBeSent', (sent) => {
    const { requestId, loaderId, type, request, redirectResponse } = sent;
    end(requestId, redirectResponse?.encodedDataLength);
    // A new page: the results of the previous page's requests are not reported.
    if (requestId === loaderId) open.clear();
    open.set(requestId, { url: request.url, type });
  });
  devTools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) =>
    end(requestId, encodedDataLength),
  );
  devTools.on('Network.loadingFailed', ({ requestId }) => end(requestId));
  await devTools.send('Network.enable');
  return {
    received,
    /** Also works before the first request, such as right after scrolling. */
    async quiet() {
      lastAt = performance.now();
      while (open.size > 0 || performance.now() - lastAt < QUIET_MS) {
        if (performance.now() - lastAt > LOST_MS) {
          throw new Error(`no response to ${[...open.values()].map(({ url }) => url).join(', ')}`);
        }
        await delay(50);
      }
    },
  };
}

/**
 * Opens a page and waits until nothing more is loaded.
 * @param {Visit} visit
 * @param {string} address
 */
export async function open({ page, traffic }, address) {
  await page.goto(address);
  // Headless browsers do not request it.
  await page.evaluate(async () => {
    const icon = document.querySelector('link[rel=icon]')?.getAttribute('href');
    if (icon) await fetch(icon);
  });
  await traffic.quiet();
}

/**
 * Scrolls through pages, so that the server has created all pictures in the sizes of this screen.
 * @param {Visit} visit
 * @param {string[]} addresses
 */
export async function scrollThrough(visit, addresses) {
  for (const address of addresses) {
    await open(visit, address);
    for (let isAtEnd = false; !isAtEnd; ) {
      isAtEnd = await visit.page.evaluate(() => {
        scrollBy({ top: innerHeight, behavior: 'instant' });
        return scrollY + innerHeight >= document.documentElement.scrollHeight - 1;
      });
      await visit.traffic.quiet();
    }
  }
}

/**
 * Makes a complete vote by mobile money, from a category to the receipt, each step as soon as
 * everything has loaded.
 * @param {Visit} visit
 * @param {string} category its address
 * @param {string} number of a phone whose simulated owner approves
 * @returns {Promise<{ checkout: string, code: string }>} the checkout's address and the receipt's code
 */
export async function vote(visit, category, number) {
  const { page, traffic } = visit;
  await open(visit, category);
  // Simulates a voter who reads first, so that the service worker has cached the site.
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.locator('main a[href^="/checkout?"]').first().click();
  await page.waitForURL(/\/checkout\?/);
  const checkout = page.url();
  await traffic.quiet();
  await sendPayment({ page, texts: textsOf('fr') }, number);
  const code = await page.getByRole('dialog').getByText(RECEIPT_CODE).textContent();
  await traffic.quiet();
  return { checkout, code: code?.slice(1) ?? '' };
}

/**
 * Measures when the first text or picture shows on a slow network, in ms after the address was
 * entered.
 * @param {Visit} visit
 * @param {string} address
 * @returns {Promise<number>}
 */
export async function firstContentOnSlowNetwork({ page, devTools }, address) {
  await devTools.send('Network.emulateNetworkConditions', SLOW_NETWORK);
  await page.goto(address, { waitUntil: 'commit' });
  return page.evaluate(
    () =>
      new Promise((resolve) => {
        new PerformanceObserver((list) => {
          const [entry] = list.getEntriesByName('first-contentful-paint');
          if (entry) resolve(entry.startTime);
        }).observe({ type: 'paint', buffered: true });
      }),
  );
}

/**
 * Measures the longest time a slow phone does not respond after the first content, in ms. Browsers
 * report no task under 50 ms, so less is 0.
 * @param {Visit} visit
 * @param {string} address
 * @returns {Promise<number>}
 */
export async function longestTaskOnSlowPhone({ page, devTools, traffic }, address) {
  await watchLongTasks(page);
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: CPU_THROTTLING });
  await page.goto(address);
  await traffic.quiet();
  const painted = await page.evaluate(
    () => performance.getEntriesByName('first-paint')[0]?.startTime ?? 0,
  );
  return longestTask(page, painted);
}

/** @param {Page} page before its first navigation */
const watchLongTasks = (page) =>
  page.addInitScript(() => {
    /** @type {PerformanceEntry[]} */
    const tasks = [];
    Reflect.set(window, 'longTasks', tasks);
    new PerformanceObserver((list) => tasks.push(...list.getEntries())).observe({
      type: 'longtask',
      buffered: true,
    });
  });

/**
 * @param {Page} page
 * @param {number} since ms; a task running at that time counts as well
 * @returns {Promise<number>} ms
 */
const longestTask = (page, since) =>
  page.evaluate((since) => {
    /** @type {PerformanceEntry[]} */
    const tasks = Reflect.get(window, 'longTasks');
    const noticed = tasks.filter(({ startTime, duration }) => startTime + duration > since);
    return Math.max(0, ...noticed.map(({ duration }) => duration));
  }, since);

/**
 * Has the browser recount the whole log in a worker, while its page is that of a slow phone.
 * @param {Visit} visit
 * @param {string} address of the open count
 * @returns {Promise<{ taken: number, longestTask: number }>} ms
 */
export async function recountOnSlowPhone({ page, devTools, traffic }, address) {
  const { catalog, count } = textsOf('fr');
  await watchLongTasks(page);
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: CPU_THROTTLING });
  await page.goto(address);
  // Otherwise this part would be rendered during the count.
  await page.getByRole('heading', { name: catalog.timeline }).scrollIntoViewIfNeeded();
  await traffic.quiet();
  const start = page.getByRole('button', { name: count.recount.start });
  await start.scrollIntoViewIfNeeded();
  const startedAt = await page.evaluate(() => performance.now());
  await start.click();
  // Longer than it may take, because the duration is being measured.
  await page
    .getByText(withAnyNumbers(count.recount.equal_other))
    .waitFor({ timeout: 10 * LOST_MS });
  const taken = (await page.evaluate(() => performance.now())) - startedAt;
  return { taken, longestTask: await longestTask(page, startedAt) };
}
