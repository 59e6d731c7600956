import { expect, type Locator, type Page } from '@playwright/test';
import type { LANGUAGES } from '#shared/domain/localized';
import { SERVICE_WORKER_PATH } from '#shared/domain/offline';
import { signIn } from './support/administrator';
import { flowLanguages } from './support/flows';
import { type NewVisitor, test } from './support/test';
import { fillIn } from './support/texts';
import { checkoutPath, expectToast, openCard } from './support/visit';
import { freshNumber, PHONE, sendPayment } from './support/voter';

/** Most bytes that the site may store on a phone. */
const MAX_BYTES = 15_000_000;

/** Paths of everything that this browser stores. */
const storedPaths = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const names = await caches.keys();
    const stored = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return stored.flat().map(({ url }) => new URL(url).pathname);
  });

const expectStored = (page: Page, path: string) =>
  expect.poll(() => storedPaths(page), 'stored for offline use').toContain(path);

/** Makes a first visit, including what loads before the service worker is active. */
async function firstVisit(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await expectStored(page, path);
}

/** The text up to the time. */
const beforeTime = (text: string): string => text.split('{{time}}')[0] ?? text;

const visitorWithWorker = (visitor: NewVisitor, language: (typeof LANGUAGES)[number] = 'en') =>
  visitor({ language, ...PHONE, keepsSite: true });

for (const language of flowLanguages('fr')) {
  test(`after the first visit a category, a profile and a receipt open without a network (${language})`, async ({
    visitor,
    demo,
  }) => {
    const visit = await visitorWithWorker(visitor, language);
    const { page, texts } = visit;
    const { artist, category } = demo;
    await firstVisit(page, `/category/${category.id}`);

    // The vote, whose receipt is stored on this device.
    await page.goto(checkoutPath(demo));
    await sendPayment(visit, freshNumber('06'));
    const receipt = page.getByRole('dialog', { name: texts.receipts.card.dialogTitle });
    await expect(receipt).toBeVisible();
    const ageOf = (container: Page | Locator) =>
      container.getByText(beforeTime(texts.common.kept.since));
    const code = /#(\w+)/.exec((await receipt.getByText(/^#\w+$/).textContent()) ?? '')?.[1];
    await expectStored(page, `/api/payment/receipt/${code}`);

    await page.context().setOffline(true);
    await page.goto(`/category/${category.id}`);
    await expect(ageOf(page)).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    // The artist this device voted for is listed first.
    await expect(page.getByRole('article').first()).toHaveAccessibleName(artist.name);
    await openCard(visit, artist.name);
    const { viewProfileOf } = texts.catalog.artist;
    await page.getByRole('button', { name: fillIn(viewProfileOf, { name: artist.name }) }).click();
    const profile = page.getByRole('dialog', { name: artist.name });
    await expect(
      profile.getByText(fillIn(texts.catalog.profile.voteFor, { name: artist.name })),
    ).toBeVisible();

    await page.goto('/my-receipts');
    await page
      .getByRole('listitem')
      .filter({ hasText: `#${code}` })
      .getByRole('button', { name: texts.receipts.row.view })
      .click();
    await expect(receipt.getByRole('heading', { name: artist.name })).toBeVisible();
    await expect(ageOf(receipt)).toBeVisible();

    // With a network the notice about old data disappears.
    await page.context().setOffline(false);
    await expect(ageOf(receipt)).toHaveCount(0);
  });
}

test('a payment does not start without a network, and starts once afterwards', async ({
  visitor,
  demo,
}) => {
  const visit = await visitorWithWorker(visitor);
  const { page, texts } = visit;
  await firstVisit(page, `/category/${demo.category.id}`);
  await page.goto(checkoutPath(demo));
  const number = freshNumber('06');
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('-payment')) sent.push(request.url());
  });
  await page.getByLabel(texts.checkout.mobileMoney.phone.label).fill(number);
  await page.context().setOffline(true);
  const submit = page.getByRole('button', { name: texts.checkout.mobileMoney.submit });
  await submit.click();
  await expectToast(page, texts.checkout.offline.title, texts.checkout.offline.description);
  expect(sent).toEqual([]);
  await page.context().setOffline(false);
  await submit.click();
  await expect(page.getByRole('dialog', { name: texts.receipts.card.dialogTitle })).toBeVisible();
  expect(sent).toHaveLength(1);
});

test('nothing of payments, sign-in or the administration is ever stored', async ({
  visitor,
  demo,
}) => {
  const visit = await visitorWithWorker(visitor);
  const { page } = visit;
  await firstVisit(page, '/categories');
  await page.goto(checkoutPath(demo));
  await sendPayment(visit, freshNumber('06'));
  await expect(page.getByRole('dialog').last()).toBeVisible();
  await page.goto('/count');
  const stored = await storedPaths(page);
  expect(
    stored.filter(
      (path) =>
        !/^\/(categories$|category\/|my-receipts$|assets\/|uploads\/|icons\/|favicon\.svg$)/.test(
          path,
        ) &&
        !/^\/api\/(config|categories|featured-artists|nominations\/|payment\/receipt\/\w+$|image-proxy$)/.test(
          path,
        ),
    ),
  ).toEqual([]);
});

test('for signed-in users nothing is stored until they have signed out', async ({ visitor }) => {
  const { page } = await visitorWithWorker(visitor);
  await firstVisit(page, '/categories');
  await signIn(page, '/admin');
  const offlineState = () =>
    page.evaluate(async () => ({
      caches: await caches.keys(),
      workers: (await navigator.serviceWorker.getRegistrations()).length,
    }));
  const nothing = { caches: [], workers: 0 };
  await expect.poll(offlineState).toEqual(nothing);
  await page.goto('/categories');
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/cache-site-')),
  );
  await expect.poll(offlineState).toEqual(nothing);
  await page.goto('/api/logout');
  await firstVisit(page, '/categories');
  const stored = await storedPaths(page);
  expect(stored.filter((path) => /^\/(admin|api\/(admin|auth))\b/.test(path))).toEqual([]);
});

test('a new release waits for the pages of the previous one, and carries over what was stored', async ({
  visitor,
  demo,
}) => {
  const { page } = await visitorWithWorker(visitor);
  await firstVisit(page, '/categories');
  const category = `/category/${demo.category.id}`;
  // The same program under another address is a different one to the browser.
  await page.evaluate(
    async ([path, worker]) => {
      const formerPages = await caches.open('pages-former');
      await formerPages.put(path, new Response('<html>as it was'));
      await caches.open('shell-former');
      await navigator.serviceWorker.register(worker);
    },
    [category, NEXT_RELEASE] as const,
  );
  await page.waitForFunction(async () =>
    Boolean((await navigator.serviceWorker.getRegistration())?.waiting),
  );
  const controller = () => page.evaluate(() => navigator.serviceWorker.controller?.scriptURL ?? '');
  expect(await controller()).not.toContain(NEXT_RELEASE);
  expect(await cacheNames(page)).toContain('pages-former');

  await expect
    .poll(async () => {
      await page.goto('/favicon.svg');
      const current = await controller();
      // Not a page of the site: now none is open.
      await page.goto('about:blank');
      return current;
    })
    .toContain(NEXT_RELEASE);
  await page.goto('/favicon.svg');
  expect((await cacheNames(page)).filter((name) => name.endsWith('-former'))).toEqual([]);
  expect(await storedPaths(page)).toContain(category);
});

const NEXT_RELEASE = `${SERVICE_WORKER_PATH}?next`;

const cacheNames = (page: Page): Promise<string[]> => page.evaluate(() => caches.keys());

test('a page that loaded without the worker is soon controlled by it', async ({ visitor }) => {
  const { page } = await visitorWithWorker(visitor);
  await firstVisit(page, '/categories');
  const browser = await page.context().newCDPSession(page);
  const isControlled = () => page.evaluate(() => navigator.serviceWorker.controller !== null);
  const loaded = page.waitForEvent('load');
  await browser.send('Page.reload', { ignoreCache: true });
  await loaded;
  expect(await isControlled()).toBe(false);
  await expect.poll(isControlled).toBe(true);
});

test('pages work with a full storage while there is a network', async ({ visitor, demo }) => {
  const { page } = await visitorWithWorker(visitor);
  const devTools = await page.context().newCDPSession(page);
  await page.goto('/favicon.svg');
  await devTools.send('Storage.overrideQuotaForOrigin', {
    origin: new URL(page.url()).origin,
    quotaSize: 1_000,
  });
  await page.goto('/categories');
  await page.waitForLoadState('load');
  await page.goto(`/category/${demo.category.id}`);
  await expect(page.getByRole('article').first()).toBeVisible();
});

test('the site takes little storage on a phone, and can be installed', async ({
  visitor,
  demo,
}) => {
  const { page } = await visitorWithWorker(visitor);
  await firstVisit(page, '/categories');
  for (const { id } of demo.artist.categories) await page.goto(`/category/${id}`);
  const { usage = 0 } = await page.evaluate(() => navigator.storage.estimate());
  expect(usage).toBeLessThan(MAX_BYTES);
  expect(await whyNotInstallable(page)).toEqual([]);
  // In every browser, a page without a manifest must be reported as not installable.
  await page.evaluate(() => document.querySelector('link[rel=manifest]')?.remove());
  expect(await whyNotInstallable(page)).toEqual(['no-manifest']);
});

/**
 * Reasons why the site cannot be installed, in full Chromium's terms; that visitors of tests are
 * incognito is ignored. The headless shell considers every site installable, so the manifest is
 * checked here as well.
 */
async function whyNotInstallable(page: Page): Promise<string[]> {
  const devTools = await page.context().newCDPSession(page);
  const { installabilityErrors } = await devTools.send('Page.getInstallabilityErrors');
  const reported = installabilityErrors
    .map(({ errorId }) => errorId)
    .filter((errorId) => errorId !== 'in-incognito');
  return [...new Set([...reported, ...(await manifestProblems(page))])];
}

const manifestProblems = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const link = document.querySelector<HTMLLinkElement>('link[rel=manifest]');
    if (!link) return ['no-manifest'];
    const manifest = await fetch(link.href).then((answer) => answer.json());
    const isUsable = async ({ src, sizes }: { src: string; sizes: string }) => {
      const image = new Image();
      image.src = new URL(src, link.href).href;
      await image.decode();
      return `${image.naturalWidth}x${image.naturalHeight}` === sizes;
    };
    const icons: { src: string; sizes: string; type: string }[] = manifest.icons;
    const areUsable = await Promise.all(icons.map(isUsable));
    const has = (size: string) =>
      icons.some(({ sizes, type }) => sizes === size && type === 'image/png');
    const start = await fetch(new URL(manifest.start_url, link.href));
    const problems = {
      'manifest-missing-name-or-short-name': !manifest.name || !manifest.short_name,
      'manifest-display-not-supported': manifest.display !== 'standalone',
      'start-url-not-valid': !start.ok || new URL(start.url).origin !== window.location.origin,
      'manifest-missing-suitable-icon': !has('192x192') || !has('512x512'),
      'cannot-download-icon': areUsable.includes(false),
    };
    return Object.entries(problems).flatMap(([name, isProblem]) => (isProblem ? [name] : []));
  });
