import { type Browser, expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { waitForCode } from './support/browsers';
import { test } from './support/test';
import { answer, checkoutPath, withoutRenderedPages } from './support/visit';
import { LAPTOP, PHONE } from './support/voter';

const PICTURE = 'https://photos.example/artist.jpg';
const PICTURE_FIELDS = new Set([
  'photoUrl',
  'nominationPhotoUrl',
  'backgroundImageUrl',
  'profileImageUrl',
]);

/** The other host, and our own server's proxied picture. */
const OTHERS = 'https://photos.example/**';
const OURS = /\/api\/(image-proxy|admin\/image-preview|auth\/picture)(\?|$)/;

/**
 * Makes every picture in our responses one of another host. Requests to our server are answered;
 * the other host must get no request.
 * @returns the requested addresses of the other host, and the widths of ours
 */
async function picturesElsewhere(page: Page) {
  const picture = await sharp({
    create: { width: 40, height: 50, channels: 3, background: '#F5B82E' },
  })
    .webp()
    .toBuffer();
  const externalRequests: string[] = [];
  const ownRequests: URL[] = [];
  await withoutRenderedPages(page);
  await page.route('**/api/**', async (route) => {
    const response = await route.fetch();
    if (!response.headers()['content-type']?.includes('json')) return route.fulfill({ response });
    const body = JSON.stringify(await response.json(), (field, value) =>
      PICTURE_FIELDS.has(field) ? PICTURE : value,
    );
    return route.fulfill({ response, body });
  });
  await page.route(OURS, (route) => {
    ownRequests.push(new URL(route.request().url()));
    return route.fulfill({ contentType: 'image/webp', body: picture });
  });
  await page.route(OTHERS, (route) => {
    externalRequests.push(route.request().url());
    return route.fulfill({ contentType: 'image/webp', body: picture });
  });
  return { externalRequests, ownRequests };
}

/** Expects that at least one picture is visible, and that all visible ones have loaded. */
async function expectPictures(page: Page): Promise<void> {
  const pictures = page.locator('img:visible');
  await expect(pictures.first()).toBeVisible();
  await expect
    .poll(() =>
      pictures.evaluateAll((images) =>
        images.every((image) => image instanceof HTMLImageElement && image.naturalWidth > 0),
      ),
    )
    .toBe(true);
}

test('a voter gets every picture from our server, whatever its host', async ({ visitor, demo }) => {
  const { page, texts } = await visitor({ language: 'en', ...PHONE });
  const { externalRequests, ownRequests } = await picturesElsewhere(page);
  for (const path of [
    '/categories',
    `/category/${demo.category.id}`,
    `/category/${demo.category.id}?artist=${demo.artist.id}`,
    checkoutPath(demo),
    `/my-receipts?code=${demo.paidPayments[0]?.receiptCode}`,
  ]) {
    await page.goto(path);
    await expectPictures(page);
  }

  // Also the picture of the receipt.
  const receipt = page.getByRole('dialog', { name: texts.receipts.card.dialogTitle });
  const downloading = page.waitForEvent('download');
  await receipt.getByRole('button', { name: texts.receipts.picture.save }).click();
  await downloading;

  expect(externalRequests).toEqual([]);
  for (const { searchParams } of ownRequests) {
    expect(searchParams.get('url')).toBe(PICTURE);
    expect(searchParams.get('w')).toMatch(/^(160|320|480|720|1080)$/);
    expect(searchParams.get('f')).toMatch(/^(avif|webp)$/);
  }
});

test('a signed-in user gets their profile picture from our server', async ({ visitor }) => {
  const { page, texts } = await visitor({ language: 'en', ...PHONE });
  const { externalRequests, ownRequests } = await picturesElsewhere(page);
  await answer(page, '**/api/auth/user', {
    isAdmin: false,
    firstName: 'Ama',
    email: 'a@example.com',
    profileImageUrl: PICTURE,
  });
  await page.goto('/my-receipts');
  await page.getByRole('button', { name: texts.common.menu }).click();
  await expect(page.getByRole('dialog').getByText('Ama')).toBeVisible();
  await expectPictures(page);
  expect(externalRequests).toEqual([]);
  expect(ownRequests.map(({ pathname, search }) => pathname + search)).toEqual([
    '/api/auth/picture',
  ]);
});

test('an administrator sees pictures in lists and before they are saved', async ({
  newVisit,
  signedIn,
}) => {
  const { page, texts } = await newVisit({ language: 'en', ...LAPTOP }, await signedIn());
  const { externalRequests, ownRequests } = await picturesElsewhere(page);
  await page.goto('/admin');
  await expectPictures(page);
  expect(ownRequests.every(({ pathname }) => pathname === '/api/image-proxy')).toBe(true);

  await page.goto('/admin/artists/new');
  await page.getByText(texts['artist-form'].upload.useAddress).click();
  const address = page.getByLabel(texts['artist-form'].field.photoUrl, { exact: true });
  await address.fill(PICTURE);
  await expect(page.getByRole('img', { name: texts['artist-form'].upload.preview })).toBeVisible();
  await expectPictures(page);
  expect(ownRequests.at(-1)?.pathname).toBe('/api/admin/image-preview');

  await address.fill('');
  await page.goto('/admin?tab=categories');
  await page.getByRole('button', { name: texts.admin.categories.add }).click();
  await page.getByText(texts['artist-form'].upload.useAddress).click();
  await page.getByLabel(texts.admin.categoryForm.backgroundImageUrl).fill(PICTURE);
  const card = page.getByRole('dialog').locator('.public-theme');
  await card.scrollIntoViewIfNeeded();
  const preview = card.locator('img');
  await expect(preview).toHaveAttribute('src', /^\/api\/admin\/image-preview\?/);
  await expect(preview).toHaveJSProperty('naturalWidth', 40);
  expect(externalRequests).toEqual([]);
});

/** A cheap phone on its first visit, and the pictures that it requests. */
async function aCheapPhone(browser: Browser, baseURL = '') {
  const context = await browser.newContext({ baseURL, viewport: PHONE, deviceScaleFactor: 2 });
  const page = await context.newPage();
  await waitForCode(page);
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'image') asked.push(new URL(request.url()).pathname);
  });
  return { page, asked, close: () => context.close() };
}

const isDrawn = (image: HTMLElement | SVGElement): boolean =>
  image instanceof HTMLImageElement && image.complete && image.naturalWidth > 0;

/**
 * Waits until the visible pictures have loaded; others would have been requested together with
 * them.
 * @returns how many nominees' cards are on screen
 */
const picturesOnScreen = async (page: Page): Promise<number> => {
  await page.waitForFunction(() => {
    const images = [...document.images];
    return (
      images.length > 0 &&
      images.every(({ complete, naturalWidth }) => complete && naturalWidth > 0)
    );
  });
  const tops = await page
    .locator('main article')
    .evaluateAll((cards) => cards.map((card) => card.getBoundingClientRect().top));
  return tops.filter((top) => top < PHONE.height).length;
};

test('on the categories page a phone loads only the visible pictures, in the size shown, until it scrolls', async ({
  browser,
  baseURL,
}) => {
  const { page, asked, close } = await aCheapPhone(browser, baseURL);
  await page.goto('/categories');
  await expect(page.locator('main article').first()).toBeVisible();
  const onScreen = await picturesOnScreen(page);
  const cardCount = await page.locator('main article').count();
  expect(onScreen).toBeLessThan(cardCount / 2);
  await expect.poll(() => asked.length).toBe(onScreen);
  for (const path of asked) expect(path).toMatch(/^\/uploads\/demo\/[\w-]+\.webp\/480\.avif$/);

  await page.mouse.wheel(0, 10);
  await expect.poll(() => asked.length).toBeGreaterThan(onScreen);
  const pictures = await page.locator('main img').all();
  expect(pictures.length).toBeGreaterThan(cardCount / 2);
  // One after the other: some browsers skip what is scrolled past at once.
  for (const picture of pictures) {
    await picture.scrollIntoViewIfNeeded();
    await expect.poll(() => picture.evaluate(isDrawn)).toBe(true);
  }
  expect(asked).toHaveLength(pictures.length);
  await close();
});

test('on a category page a phone loads only the backdrop and the first nominees', async ({
  browser,
  baseURL,
  demo,
}) => {
  const { page, asked, close } = await aCheapPhone(browser, baseURL);
  await page.goto(`/category/${demo.category.id}`);
  await expect(page.locator('main article').first()).toBeVisible();
  const onScreen = await picturesOnScreen(page);
  await expect.poll(() => asked.length).toBe(1 + onScreen);
  expect(asked.map((path) => path.split('/').at(-1)).toSorted()).toEqual([
    ...Array.from({ length: onScreen }, () => '160.avif'),
    '480.avif',
  ]);
  await close();
});
