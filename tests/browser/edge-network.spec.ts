import { expect, type Page } from '@playwright/test';
import { cuttableSite } from '../support/cuttable-site';
import { flowLanguages } from './support/flows';
import { test } from './support/test';
import { checkoutPath, untilHydrated } from './support/visit';
import { freshNumber, PHONE, sendPayment } from './support/voter';

/** A weak signal: fast enough for a test, slow enough to see the order. */
const SLOW = { kilobits: 750, roundTripMs: 300 };
/** How long a phone has no network between two masts, in ms. */
const CUT_MS = 4_000;

/** The built files that a page has requested so far, without the hash in their names. */
const filesOf = (page: Page) => {
  const files: string[] = [];
  page.on('request', (request) => {
    const [, name] = /\/assets\/([\w~-]+)-[\w-]{8}\.\w+$/.exec(request.url()) ?? [];
    if (name) files.push(name);
  });
  return files;
};

test('on a slow connection what is needed first loads first', async ({
  visitor,
  demo,
  baseURL,
}) => {
  const { page } = await visitor({ language: 'fr', ...PHONE });
  const site = await cuttableSite(baseURL ?? '');
  try {
    site.line.line = SLOW;
    const files = filesOf(page);
    await page.goto(`${site.url}/category/${demo.category.id}`);
    await expect.poll(() => files, { timeout: 60_000 }).toContain('toaster');
    const at = (name: string) => files.indexOf(name);
    expect(at('framework')).toBeGreaterThan(at('index'));
    // The code for the voter's next step loads before everything that can wait.
    for (const later of ['toaster', 'overlays', 'category-drawing', 'artist-profile-dialog']) {
      if (at(later) >= 0) expect(at(later), later).toBeGreaterThan(at('checkout-page'));
    }
    expect(at('checkout-page')).toBeGreaterThan(at('framework'));
    expect(files.filter((name) => name.startsWith('bricolage'))).toEqual([]);
  } finally {
    site.cut();
  }
});

for (const language of flowLanguages('fr')) {
  test(`the page recovers from a cut of four seconds while the code loads (${language})`, async ({
    visitor,
    demo,
    baseURL,
  }) => {
    const { page, texts } = await visitor({ language, ...PHONE });
    const site = await cuttableSite(baseURL ?? '');
    try {
      site.line.line = SLOW;
      const asked = page.waitForRequest(/framework-/);
      await page.goto(`${site.url}/category/${demo.category.id}`, { waitUntil: 'commit' });
      await asked;
      site.line.cut();
      const notice = page.locator('#code-missing');
      await expect(notice).toBeVisible();
      await page.waitForTimeout(CUT_MS);
      site.line.mend();
      await untilHydrated(page);
      await expect(notice).toBeHidden();
      await page.getByRole('button', { name: texts.common.menu }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
    } finally {
      site.cut();
    }
  });
}

test('a checkout opened by its address shows artist and price before its code has loaded', async ({
  visitor,
  demo,
  baseURL,
}) => {
  const { page, texts } = await visitor({ language: 'fr', ...PHONE });
  const site = await cuttableSite(baseURL ?? '');
  try {
    site.override = (req) => (req.url ?? '').endsWith('.js');
    await page.goto(`${site.url}${checkoutPath(demo)}`, { waitUntil: 'commit' });
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(demo.artist.name);
    await expect(page.getByText(/100.CFA le vote/)).toBeVisible();
    await expect(page.getByText(texts.checkout.onItsWay.sentence)).toBeVisible();
  } finally {
    site.cut();
  }
});

test('photographs in view are in the HTML, and a truncated one is requested again', async ({
  visitor,
  demo,
  baseURL,
}) => {
  const { page } = await visitor({ language: 'en', ...PHONE });
  const site = await cuttableSite(baseURL ?? '');
  try {
    let isSpoiled = true;
    const spoiled = new Set<string>();
    site.override = (req, res) => {
      if (!isSpoiled || !/uploads.*avif/.test(req.url ?? '')) return false;
      spoiled.add(req.url ?? '');
      res.writeHead(200, { 'Content-Type': 'image/avif', 'Content-Length': '5000' });
      res.write('half');
      res.destroy();
      return true;
    };
    const html = await (await page.request.get(`${baseURL}/category/${demo.category.id}`)).text();
    const cards = html.replaceAll(/<noscript>.*?<\/noscript>/gs, '');
    expect(cards.match(/<img[^>]*loading="lazy"/g) ?? []).not.toEqual([]);
    await page.goto(`${site.url}/category/${demo.category.id}`);
    await expect(page.locator('article .photo-placeholder').first()).toBeVisible();
    expect(spoiled.size).toBeGreaterThan(1);
    isSpoiled = false;
    await expect(page.locator('article .photo-placeholder')).toHaveCount(0);
    const photo = page.locator('article img').first();
    await expect
      .poll(() => photo.evaluate((img: HTMLImageElement) => img.naturalWidth))
      .not.toBe(0);
  } finally {
    site.cut();
  }
});

test('a response from a proxy in our place is not cached', async ({ visitor, demo, baseURL }) => {
  const visit = await visitor({ language: 'en', ...PHONE, keepsSite: true });
  const { page, texts } = visit;
  const site = await cuttableSite(baseURL ?? '');
  try {
    await page.goto(`${site.url}/privacy`);
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    site.override = (req, res) => {
      if (!/\/assets\/checkout|\/uploads\/|\/category\//.test(req.url ?? '')) return false;
      res.writeHead(200, { 'Content-Type': 'text/html', 'Cache-Control': 'max-age=31536000' });
      res.end('<h1>Buy data</h1>');
      return true;
    };
    await page.goto(`${site.url}/category/${demo.category.id}`, { waitUntil: 'commit' });
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Buy data');
    await page.goto(`${site.url}${checkoutPath(demo)}`, { waitUntil: 'commit' });
    await expect(page.locator('#code-missing')).toBeVisible();
    site.override = null;
    // The code is loaded again automatically, bypassing the browser's cache.
    await expect(page.getByLabel(texts.checkout.mobileMoney.phone.label)).toBeVisible();
    const cachedTexts = await page.evaluate(async () => {
      const names = await caches.keys();
      const all = await Promise.all(
        names.map(async (name) => {
          const cache = await caches.open(name);
          return Promise.all(
            (await cache.keys()).map(async (key) => (await cache.match(key))?.text()),
          );
        }),
      );
      return all.flat();
    });
    expect(cachedTexts.length).toBeGreaterThan(5);
    expect(cachedTexts.filter((text) => text?.includes('Buy data'))).toEqual([]);
  } finally {
    site.cut();
  }
});

test('a picture of the receipt that cannot be loaded is reported', async ({
  visitor,
  demo,
  baseURL,
}) => {
  const visit = await visitor({ language: 'fr', ...PHONE });
  const { page, texts } = visit;
  const site = await cuttableSite(baseURL ?? '');
  try {
    await page.goto(`${site.url}${checkoutPath(demo)}`);
    await sendPayment(visit, freshNumber('06'));
    const receipt = page.getByRole('dialog', { name: texts.receipts.card.dialogTitle });
    await expect(receipt).toBeVisible();
    site.line.cut();
    await receipt.getByRole('button', { name: texts.receipts.picture.save }).click();
    // Even if the toast code has not loaded yet.
    await expect(page.getByText(texts.receipts.picture.failed.save)).toBeVisible();
  } finally {
    site.cut();
  }
});
