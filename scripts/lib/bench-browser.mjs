import { setTimeout as delay } from 'node:timers/promises';
import { chromium } from '@playwright/test';
import { textsOf, withAnyNumbers } from '../../tests/browser/support/texts';
import { PHONE, sendPayment } from '../../tests/browser/support/voter';
import { findChromium } from './chromium.mjs';

/** A network that hands out nothing for so long is done; time for what a page does afterwards, too. */
const QUIET_MS = 1_500;
/** What had no answer for so long gets none. */
const LOST_MS = 60_000;
/** Slows the browser down as far as a cheap phone is slower than a developer's machine. */
export const CPU_THROTTLING = 4;
/** Of 2G and of 3G far from the mast: 400 kbit/s, in bytes a second, and 400 ms for each answer. */
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

/** The browser that is there, for other programs as well. */
export function chromiumPath() {
  const found = findChromium(chromium);
  if (found) return found;
  throw new Error('No Chromium that starts was found. Run: node scripts/bootstrap.mjs browser');
}

/**
 * Opens a French browser of phone size on this profile, does something in its only page, and closes it.
 * Whoever comes again with the same profile finds what its cache has kept.
 * @template Result
 * @param {string} profile a directory, new or of an earlier visit
 * @param {(visit: Visit) => Promise<Result>} act
 * @param {{ width: number, height: number, scale: number }} [screen]
 * @param {string[]} [switches] more of the command line
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
 * Counts what comes to the page over the wire, headers too; nothing of what a cache has answered, or
 * the service worker has fetched for itself.
 * @param {DevTools} devTools
 */
async function watchTraffic(devTools) {
  /** @type {Map<string, { url: string, type: string | undefined }>} what is under way */
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
    // A new page: nobody tells what became of the requests of the one before.
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
    /** Also where nothing has been asked for yet, such as right after scrolling. */
    async quiet() {
      lastAt = performance.now();
      while (open.size > 0 || performance.now() - lastAt < QUIET_MS) {
        if (performance.now() - lastAt > LOST_MS) {
          throw new Error(`no answer to ${[...open.values()].map(({ url }) => url).join(', ')}`);
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
  // Browsers without a window do not ask for it.
  await page.evaluate(async () => {
    const icon = document.querySelector('link[rel=icon]')?.getAttribute('href');
    if (icon) await fetch(icon);
  });
  await traffic.quiet();
}

/**
 * Scrolls through pages, so that the server has made all their pictures in the sizes of this screen.
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
 * A whole vote by mobile money, from a category to the receipt, as fast as everything has loaded.
 * @param {Visit} visit
 * @param {string} category its address
 * @param {string} number whose owner approves
 * @returns {Promise<{ checkout: string, code: string }>} the checkout's address and the receipt's code
 */
export async function vote(visit, category, number) {
  const { page, traffic } = visit;
  await open(visit, category);
  // Somebody who reads first: by then the site has kept itself on the phone.
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
 * When the first text or picture shows on a slow network, in ms after the address was entered.
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
 * For how long a slow phone does not answer at most, once something is to be seen, in ms. A browser
 * tells of no task under 50 ms, so less than that is 0.
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

/** @param {Page} page before it goes anywhere */
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
 * @param {number} since ms; a task that was under way then is felt as well
 * @returns {Promise<number>} ms
 */
const longestTask = (page, since) =>
  page.evaluate((since) => {
    /** @type {PerformanceEntry[]} */
    const tasks = Reflect.get(window, 'longTasks');
    const felt = tasks.filter(({ startTime, duration }) => startTime + duration > since);
    return Math.max(0, ...felt.map(({ duration }) => duration));
  }, since);

/**
 * Has the browser count the whole log again, which does that beside its page; the page is that of a
 * slow phone.
 * @param {Visit} visit
 * @param {string} address of the open count
 * @returns {Promise<{ taken: number, longestTask: number }>} ms
 */
export async function recountOnSlowPhone({ page, devTools, traffic }, address) {
  const { catalog, count } = textsOf('fr');
  await watchLongTasks(page);
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: CPU_THROTTLING });
  await page.goto(address);
  // What comes into sight later would be drawn while it counts.
  await page.getByRole('heading', { name: catalog.timeline }).scrollIntoViewIfNeeded();
  await traffic.quiet();
  const start = page.getByRole('button', { name: count.recount.start });
  await start.scrollIntoViewIfNeeded();
  const startedAt = await page.evaluate(() => performance.now());
  await start.click();
  // Longer than it may take: what is measured is how long it does.
  await page
    .getByText(withAnyNumbers(count.recount.equal_other))
    .waitFor({ timeout: 10 * LOST_MS });
  const taken = (await page.evaluate(() => performance.now())) - startedAt;
  return { taken, longestTask: await longestTask(page, startedAt) };
}
