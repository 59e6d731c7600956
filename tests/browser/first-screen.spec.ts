import { expect, type Page } from '@playwright/test';
import { LANGUAGES } from '#shared/domain/localized';
import { painted } from './support/layout';
import { test } from './support/test';
import { leavePaymentOpen, untilHydrated } from './support/visit';
import { PHONE } from './support/voter';

/** Delays the site's own code, so that the server's HTML can be inspected. */
async function holdCode(page: Page): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/assets/*.js', async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

const renderedPaths = (demo: { category: { id: string } }) => [
  '/categories',
  `/category/${demo.category.id}`,
];

/** A mark on the heading that lasts as long as the element itself. */
const mark = (page: Page) =>
  page.locator('h1').evaluate((heading) => Object.assign(heading, { wasServed: true }));
const isMarked = (page: Page) => page.locator('h1').evaluate((heading) => 'wasServed' in heading);

/** The texts on the page; without pictures for browsers without script. */
const textsOn = (page: Page) => page.locator('main :is(h1, h2, p, a)').allTextContents();

for (const language of LANGUAGES) {
  test.describe(`in ${language}`, () => {
    test('the first screen is there before any code, and is hydrated unchanged', async ({
      visitor,
      demo,
    }) => {
      const { page, texts } = await visitor({ language, ...PHONE });
      const problems: string[] = [];
      page.on('console', (message) => {
        if (!message.text().startsWith('Service Worker registration blocked')) {
          problems.push(message.text());
        }
      });
      page.on('pageerror', ({ message }) => problems.push(message));
      for (const path of renderedPaths(demo)) {
        const asked: string[] = [];
        const recordRequest = (request: { url(): string; method(): string }) => {
          const { pathname } = new URL(request.url());
          if (pathname.startsWith('/api/')) asked.push(`${request.method()} ${pathname}`);
        };
        const release = await holdCode(page);
        page.on('request', recordRequest);
        await page.goto(path, { waitUntil: 'commit' });
        await expect(page.locator('html')).toHaveAttribute('lang', language);
        await expect(page.getByRole('article').first()).toBeVisible();
        await expect(page.getByRole('contentinfo')).toContainText(texts.common.footer.receiptHint);
        const before = await textsOn(page);
        await mark(page);
        release();
        await untilHydrated(page);
        expect(await isMarked(page)).toBe(true);
        expect(await textsOn(page)).toEqual(before);
        page.off('request', recordRequest);
        // Data that came with the page is not requested again, nor is the signed-in user.
        expect(asked.filter((request) => request !== 'HEAD /api/config')).toEqual([]);
        await page.unrouteAll();
      }
      expect(problems).toEqual([]);
    });

    test('without any code the catalogue can be read, and its links work', async ({
      browser,
      baseURL,
    }) => {
      const context = await browser.newContext({
        baseURL: baseURL ?? '',
        javaScriptEnabled: false,
        locale: language === 'fr' ? 'fr-CM' : 'en-GB',
        ...PHONE,
      });
      try {
        const page = await context.newPage();
        await page.goto('/');
        const [first] = await page.getByRole('article').getByRole('link').all();
        await first!.click();
        await page.waitForURL(/\/category\//);
        const nominee = page.getByRole('article').first();
        await expect(nominee.getByRole('heading')).toBeVisible();
        await expect(nominee.getByRole('link').first()).toHaveAttribute('href', /^\/checkout\?/);
        await expect(
          nominee.locator('img').or(nominee.locator('.photo-placeholder')),
        ).toBeVisible();
      } finally {
        await context.close();
      }
    });
  });
}

test('every photograph that a phone shows at first loads without the code', async ({
  visitor,
  demo,
}) => {
  const { page } = await visitor({ language: 'en', ...PHONE });
  const release = await holdCode(page);
  for (const path of renderedPaths(demo)) {
    await page.goto(path, { waitUntil: 'commit' });
    await expect(page.getByRole('contentinfo')).toBeVisible();
    await painted(page);
    // A late photograph leaves an empty place, which contains it for browsers without script.
    const missing = () =>
      page.locator('article :is(img, :has(> noscript))').evaluateAll((places) =>
        places
          .filter((picture) => {
            const { top, bottom } = picture.getBoundingClientRect();
            return top < window.innerHeight && bottom > 0;
          })
          .filter((picture) => !(picture instanceof HTMLImageElement && picture.naturalWidth > 0))
          .map((picture) => picture.closest('article')?.querySelector('h2')?.textContent),
      );
    await expect.poll(missing).toEqual([]);
  }
  release();
});

test('a page requests its code once it has painted', async ({ visitor }) => {
  const { page } = await visitor({ language: 'en', ...PHONE });
  const order: string[] = [];
  const fileOf = (request: { url(): string }) => request.url().split('/').at(-1) ?? '';
  page.on('request', (request) => order.push(fileOf(request)));
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  // Nothing is painted before the style sheet.
  await page.route('**/assets/*.css', async (route) => {
    await released;
    order.push('style sheet');
    await route.continue();
  });
  await page.goto('/categories', { waitUntil: 'commit' });
  await page.waitForFunction(() => document.readyState !== 'loading');
  release();
  await untilHydrated(page);
  const code = order.findIndex((file) => file.startsWith('framework-'));
  expect(code).toBeGreaterThan(order.indexOf('style sheet'));
});

test('a press before the code has loaded takes effect afterwards', async ({ visitor }) => {
  const { page, texts } = await visitor({ language: 'en', ...PHONE });
  const release = await holdCode(page);
  await page.goto('/categories', { waitUntil: 'domcontentloaded' });
  await page.getByRole('button', { name: texts.common.menu }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  release();
  await expect(page.getByRole('dialog')).toBeVisible();
});

test('a finger resting on a picture while it loads presses what the picture shows', async ({
  visitor,
}) => {
  const { page, texts } = await visitor({ language: 'fr', ...PHONE });
  const release = await holdCode(page);
  await page.goto('/categories', { waitUntil: 'commit' });
  // An artist that the page shows and no test removes: other tests feature their own artists.
  const artistLink = page
    .getByRole('list', { name: texts.catalog.categories.featured })
    .getByRole('link')
    .filter({ hasNotText: /^Test / })
    .first();
  const [path = ''] = ((await artistLink.getAttribute('href')) ?? '').split('?');
  const picture = artistLink.locator('[aria-hidden]').first();
  // The mouse moves to the picture; nothing else may be scrolled meanwhile.
  await picture.hover({ noWaitAfter: true });
  await page.mouse.down();
  release();
  await expect(picture.locator('picture img')).toBeAttached();
  await page.mouse.up();
  await expect(page).toHaveURL(path);
});

test('a network lost before the code ran is detected when it comes back', async ({ visitor }) => {
  const { page } = await visitor({ language: 'en', ...PHONE, goesOffline: true });
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  // The code is loaded already, but runs late.
  await page.route('**/assets/*.js', async (route) => {
    const response = await route.fetch();
    await released;
    await route.fulfill({ response });
  });
  await page.goto('/categories', { waitUntil: 'commit' });
  const card = page.getByRole('article').first();
  await expect(card).toBeVisible();
  await page.context().setOffline(true);
  release();
  await untilHydrated(page);
  await card.getByRole('link').click();
  await expect(page.getByRole('alert').getByRole('heading', { level: 1 })).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByRole('article').first()).toBeVisible();
});

/** Replaces the page's data, so that it differs from what the server rendered. */
const withPageData = (page: Page, what: RegExp, other: string) =>
  page.addInitScript(
    ([what, other]) =>
      document.addEventListener('readystatechange', () => {
        const data = document.getElementById('page-data');
        if (data) data.textContent = data.textContent.replace(new RegExp(what, 'g'), other);
      }),
    [what.source, other] as const,
  );

test('a page in another language than the visitor’s choice is rendered again in the chosen one', async ({
  visitor,
}) => {
  const { page } = await visitor({ language: 'en', ...PHONE });
  await page.addInitScript(() => localStorage.setItem('language', 'fr'));
  const release = await holdCode(page);
  await page.goto('/categories', { waitUntil: 'commit' });
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  release();
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Vos');
  await page.unrouteAll();
  // From then on the server has the choice in a cookie.
  const releaseAgain = await holdCode(page);
  await page.reload({ waitUntil: 'commit' });
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Vos');
  releaseAgain();
});

test('an open payment is followed on a server-rendered page', async ({ visitor, demo }) => {
  const { page } = await visitor({ language: 'en', ...PHONE });
  await leavePaymentOpen(page, demo.paidPayments[0]?.paymentId ?? '');
  await page.goto('/categories');
  await expect(page.getByRole('dialog')).toBeVisible();
});

test('the server-rendered content stays readable when the code of the content fails', async ({
  visitor,
  demo,
}) => {
  const { page, texts } = await visitor({ language: 'en', ...PHONE });
  await withPageData(page, /"artist":{/, '"artist":null,"other":{');
  await page.goto(`/category/${demo.category.id}`);
  const alert = page.getByRole('alert');
  await expect(alert.getByRole('heading', { level: 1 })).toHaveText(texts.common.crash.heading);
  await expect(page.getByRole('article', { name: demo.artist.name })).toBeVisible();
});

test('nominees keep the order of the first page that this tab showed', async ({
  visitor,
  demo,
}) => {
  const { page } = await visitor({ language: 'en', ...PHONE });
  const names = () => page.getByRole('article').getByRole('heading').allTextContents();
  await page.goto(`/category/${demo.category.id}`);
  await untilHydrated(page);
  const first = await names();
  // The content is hydrated after its frame, and the order is stored then.
  await page.waitForFunction(() => sessionStorage.getItem('nomineeOrderSeed'));
  // As if the page had been rendered at another time.
  await withPageData(page, /"orderSeed":"[^"]*"/, '"orderSeed":"another"');
  await page.reload();
  await untilHydrated(page);
  await expect.poll(names).toEqual(first);
});
