import { DEMO_ACCOUNTS } from '../sandbox/sign-in/accounts';
import { manyArtists } from '../tests/browser/support/many-artists';
import { withDemoInBrowser } from './lib/demo-server.mjs';
import { runMain } from './lib/run.mjs';

const ARTISTS = 2_000;
/** Slows the browser down as far as a cheap laptop is slower than a developer's machine. */
const CPU_THROTTLING = 4;
const VIEWS = ['list', 'grid'];

/**
 * Prints what an administrator's browser has to do for a list of two thousand artists: the work of
 * its main thread in each step until nothing moves any more, and its longest task meanwhile. No test
 * depends on it, because machines differ.
 */
await runMain(async () => {
  await withDemoInBrowser(async (browser, baseURL) => {
    for (const view of VIEWS) await measure(browser, baseURL, view);
  });
  return 0;
});

/**
 * @param {import('@playwright/test').Browser} browser
 * @param {string} baseURL
 * @param {string} view
 */
async function measure(browser, baseURL, view) {
  const context = await browser.newContext({ baseURL, viewport: { width: 1280, height: 900 } });
  await context.addInitScript((mode) => localStorage.setItem('adminArtistViewMode', mode), view);
  const page = await context.newPage();
  const { categories, artists } = manyArtists(ARTISTS);
  await page.route('**/api/admin/categories', (route) => route.fulfill({ json: categories }));
  await page.route('**/api/admin/artists', (route) => route.fulfill({ json: artists }));
  const account = DEMO_ACCOUNTS.find(({ role }) => role === 'admin')?.claims;
  await page.goto('/api/login?returnTo=/admin/tracking');
  await page.getByRole('button', { name: account?.name ?? '' }).click();
  await page.waitForURL('**/admin/tracking');

  const cdp = await context.newCDPSession(page);
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: CPU_THROTTLING });
  const workSeconds = async () => {
    const { metrics } = await cdp.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0;
  };

  /** @param {string} what @param {() => Promise<unknown>} step */
  const measured = async (what, step) => {
    await page.evaluate(watchLongTasks);
    const before = await workSeconds();
    await step();
    await page.evaluate(quiet);
    const workMs = ((await workSeconds()) - before) * 1_000;
    const longestMs = await page.evaluate(() => Reflect.get(window, 'longestTaskMs'));
    console.log(
      `${view.padEnd(5)} ${what.padEnd(34)} ${workMs.toFixed(0).padStart(6)} ms, longest task ${Math.round(longestMs)} ms`,
    );
  };

  const search = page.getByRole('searchbox');
  await measured('opened', async () => {
    await page
      .getByRole('link', { name: /Dashboard/ })
      .first()
      .click();
    await search.waitFor();
    await page.getByRole('main').getByRole('heading', { level: 3 }).first().waitFor();
  });
  await measured('nothing, for comparison', async () => {});
  for (const letter of 'ama')
    await measured(`a letter typed: ${letter}`, () => search.press(letter));
  for (let times = 3; times > 0; times--)
    await measured('a letter taken back', () => search.press('Backspace'));
  await measured('ordered by votes', () =>
    page.getByRole('combobox').nth(1).selectOption('votes-desc'),
  );
  await measured('scrolled to the end', () => page.keyboard.press('End'));
  await context.close();
}

function watchLongTasks() {
  Reflect.set(window, 'longestTaskMs', 0);
  Reflect.get(window, 'taskObserver')?.disconnect();
  const observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) {
      const longest = Reflect.get(window, 'longestTaskMs');
      Reflect.set(window, 'longestTaskMs', Math.max(longest, duration));
    }
  });
  observer.observe({ type: 'longtask' });
  Reflect.set(window, 'taskObserver', observer);
}

/** Resolves once nothing has been drawn or computed for a while. */
function quiet() {
  return new Promise((resolve) => {
    let calm = 0;
    let last = performance.now();
    const look = () => {
      const now = performance.now();
      calm = now - last < 60 ? calm + 1 : 0;
      last = now;
      if (calm >= 20) resolve(undefined);
      else setTimeout(look, 16);
    };
    look();
  });
}
