import { expect } from '@playwright/test';
import { LANGUAGES } from '#shared/domain/localized';
import { flowLanguages } from './support/flows';
import { test } from './support/test';
import { textsOf } from './support/texts';
import { toastIn, untilHydrated } from './support/visit';
import { PHONE } from './support/voter';

/** Matches the built file of a module with this name. */
const codeOf = (name: string) => new RegExp(`/assets/${name}-[^/]*\\.js$`);

for (const language of LANGUAGES) {
  const other = language === 'fr' ? 'en' : 'fr';

  test(`a page whose ${language} texts fail to load is in ${other}`, async ({ visitor }) => {
    const { page } = await visitor({ language, ...PHONE });
    await page.route(codeOf(language), (route) => route.fulfill({ status: 404 }));
    await page.goto('/categories');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      textsOf(other).catalog.categories.heading,
    );
    await expect(page.locator('html')).toHaveAttribute('lang', other);
  });

  test(`a switch from ${language} whose texts fail to load says so and changes nothing`, async ({
    visitor,
  }) => {
    const texts = textsOf(language);
    const { page } = await visitor({ language, ...PHONE, goesOffline: true });
    await page.goto('/categories');
    await expect(page.getByRole('article').first()).toBeVisible();
    // The toast code loads when the page is idle.
    await expect(page.getByRole('region', { name: /^Notifications/ })).toBeAttached();
    await page.context().setOffline(true);
    await page
      .getByRole('banner')
      .getByRole('button', { name: texts.common.languageName[other] })
      .click();
    const toast = toastIn(page, texts.common.languageFailed.title);
    await expect(toast).toContainText(texts.common.languageFailed.description);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      texts.catalog.categories.heading,
    );
  });

  test(`a page that was open during a release loads the current code by itself (${language})`, async ({
    visitor,
  }) => {
    const texts = textsOf(language);
    const { page } = await visitor({ language, ...PHONE });
    await page.goto('/categories');
    await expect(page.getByRole('article').first()).toBeVisible();
    await page.route(codeOf('my-receipts-page'), (route) => route.fulfill({ status: 404 }), {
      times: 1,
    });
    await page.getByRole('link', { name: texts.common.footer.receiptLink }).click();
    await expect(page.getByLabel(texts.receipts.search.email)).toBeVisible();
    await expect(page).toHaveURL(/\/my-receipts$/);
  });

  test(`code that does not load is reported, with a way to continue (${language})`, async ({
    visitor,
  }) => {
    const texts = textsOf(language);
    const { page } = await visitor({ language, ...PHONE });
    await page.route(codeOf('my-receipts-page'), (route) => route.fulfill({ status: 404 }));
    await page.goto('/my-receipts');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(texts.common.crash.heading);
    await page.unroute(codeOf('my-receipts-page'));
    await page.getByRole('button', { name: texts.common.crash.reload }).click();
    await expect(page.getByLabel(texts.receipts.search.email)).toBeVisible();
  });
}

test('a page without any of its code offers to retry, in both languages', async ({ visitor }) => {
  const { page } = await visitor({ language: 'fr', ...PHONE });
  let isCut = true;
  await page.route(/\/assets\/.*\.js$/, (route) => (isCut ? route.abort() : route.continue()));
  await page.goto('/my-receipts', { waitUntil: 'commit' });
  const reload = page.getByRole('link', { name: 'Recharger Reload' });
  await expect(reload).toBeVisible();
  // Not before the press: the page would complete itself.
  page.on('framenavigated', () => {
    isCut = false;
  });
  await reload.click();
  await expect(page.getByLabel(textsOf('fr').receipts.search.email)).toBeVisible();
});

test('server-rendered icons stay when their code fails to load', async ({ visitor }) => {
  const { page } = await visitor({ language: 'en', ...PHONE });
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  const code = codeOf('category-drawing');
  const refused = page.waitForEvent('requestfailed', (request) => code.test(request.url()));
  await page.route(code, (route) => route.abort());
  await page.goto('/categories');
  const linesOfDrawings = page.locator('article svg:first-of-type > *');
  const lineCount = await linesOfDrawings.count();
  expect(lineCount).toBeGreaterThan(20);
  await refused;
  // Once this is there, everything after the failure is done.
  await expect(page.getByRole('region', { name: /^Notifications/ })).toBeAttached();
  expect(await linesOfDrawings.count()).toBe(lineCount);
  expect(errors).toEqual([]);
});

for (const [path, usual] of [
  ['/categories', 'fr'],
  ['/my-receipts', 'en'],
] as const) {
  for (const language of flowLanguages(usual)) {
    test(`${path} completes itself after a cut while its code loads (${language})`, async ({
      visitor,
    }) => {
      const { page, texts } = await visitor({ language, ...PHONE });
      let isCut = true;
      await page.route(codeOf('framework'), (route) => (isCut ? route.abort() : route.continue()));
      await page.goto(path, { waitUntil: 'commit' });
      const notice = page.locator('#code-missing');
      await expect(notice).toBeVisible();
      await expect(notice).toContainText(language === 'fr' ? 'Le réseau' : 'The connection');
      isCut = false;
      await untilHydrated(page);
      await expect(notice).toBeHidden();
      await page.getByRole('button', { name: texts.common.menu }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
    });
  }
}

test('truncated code, or code from a proxy, is not executed', async ({ visitor }) => {
  const { page } = await visitor({ language: 'en', ...PHONE });
  let asked = 0;
  const invalidAnswers = [
    { status: 200, contentType: 'text/javascript', body: 'export const half = (' },
    { status: 200, contentType: 'text/html', body: '<h1>Buy data</h1>' },
  ];
  await page.route(codeOf('framework'), async (route) => {
    if (route.request().method() === 'GET') asked += 1;
    const answer = invalidAnswers[asked - 1];
    await (answer ? route.fulfill(answer) : route.continue());
  });
  await page.goto('/categories', { waitUntil: 'commit' });
  await untilHydrated(page);
  expect(asked).toBeGreaterThanOrEqual(3);
});

test('a truncated style sheet is requested again, and a very slow one is not waited for', async ({
  visitor,
}) => {
  const { page, texts } = await visitor({ language: 'en', ...PHONE });
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let times = 0;
  await page.route('**/assets/*.css', async (route) => {
    times += 1;
    if (times === 1) await released;
    await route.fulfill(
      times < 3 ? { contentType: 'text/css', body: 'body {' } : { response: await route.fetch() },
    );
  });
  await page.goto('/categories', { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    texts.catalog.categories.heading,
  );
  // Nothing is painted before the browser gives up waiting.
  await expect
    .poll(() => page.evaluate(() => performance.getEntriesByName('first-contentful-paint').length))
    .toBe(1);
  release();
  await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(18, 11, 30)');
});
