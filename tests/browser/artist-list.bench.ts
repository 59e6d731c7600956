import { manyArtists } from './support/many-artists';
import { test } from './support/test';
import { answer } from './support/visit';
import { LAPTOP } from './support/voter';

const ARTISTS = 2_000;
/** Factor by which a cheap laptop is slower than a developer's machine. */
const CPU_THROTTLING = 4;

/**
 * Prints how much an administrator's browser works for a list of two thousand artists: main thread
 * time in each step until nothing moves any more, and the longest task meanwhile.
 */
for (const view of ['list', 'grid']) {
  test(`two thousand artists as a ${view}`, async ({ administrator }) => {
    const { page, texts } = await administrator({ language: 'en', ...LAPTOP }, '/admin/tracking');
    const { categories, artists } = manyArtists(ARTISTS);
    await answer(page, '**/api/admin/categories', categories);
    await answer(page, '**/api/admin/artists', artists);
    await page.evaluate((mode) => localStorage.setItem('adminArtistViewMode', mode), view);

    const devTools = await page.context().newCDPSession(page);
    await devTools.send('Performance.enable', { timeDomain: 'threadTicks' });
    await devTools.send('Emulation.setCPUThrottlingRate', { rate: CPU_THROTTLING });
    const workSeconds = async () => {
      const { metrics } = await devTools.send('Performance.getMetrics');
      return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0;
    };
    const measured = async (what: string, step: () => Promise<unknown>) => {
      await page.evaluate(watchLongTasks);
      const before = await workSeconds();
      await step();
      await page.evaluate(quiet);
      const workMs = ((await workSeconds()) - before) * 1_000;
      const longestMs = await page.evaluate(() => Reflect.get(window, 'longestTaskMs'));
      process.stdout.write(
        `${view.padEnd(5)} ${what.padEnd(34)} ${workMs.toFixed(0).padStart(6)} ms, longest task ${Math.round(longestMs)} ms\n`,
      );
    };

    const search = page.getByRole('searchbox');
    await measured('opened', async () => {
      await page.getByRole('link', { name: texts.admin.shell.dashboard }).first().click();
      await search.waitFor();
      await page.getByRole('main').getByRole('heading', { level: 3 }).first().waitFor();
    });
    await measured('nothing, for comparison', async () => {});
    for (const letter of 'ama')
      await measured(`a letter typed: ${letter}`, () => search.press(letter));
    for (let times = 3; times > 0; times--)
      await measured('a letter taken back', () => search.press('Backspace'));
    await measured('ordered by votes', () =>
      page.getByLabel(texts.admin.artists.sortBy).selectOption('votes-desc'),
    );
    await measured('scrolled to the end', () => page.keyboard.press('End'));
  });
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

/** Resolves once nothing has been rendered or computed for a while. */
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
