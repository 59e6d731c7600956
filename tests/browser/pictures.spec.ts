import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { test } from './support/test';
import { answer, checkoutPath, withoutDrawnPages } from './support/visit';
import { LAPTOP, PHONE } from './support/voter';

const PICTURE = 'https://photos.example/artist.jpg';
const PICTURE_FIELDS = new Set([
  'photoUrl',
  'nominationPhotoUrl',
  'backgroundImageUrl',
  'profileImageUrl',
]);

/** The other host, and what our own server makes of its picture. */
const OTHERS = 'https://photos.example/**';
const OURS = /\/api\/(image-proxy|admin\/image-preview|auth\/picture)(\?|$)/;

/**
 * Every picture that our answers name is on another host. Ours are answered; the other host hears of
 * nobody.
 * @returns the addresses of the other host that were asked for, and the widths of ours
 */
async function picturesElsewhere(page: Page) {
  const picture = await sharp({
    create: { width: 40, height: 50, channels: 3, background: '#F5B82E' },
  })
    .webp()
    .toBuffer();
  const heard: string[] = [];
  const shown: URL[] = [];
  await withoutDrawnPages(page);
  await page.route('**/api/**', async (route) => {
    const response = await route.fetch();
    if (!response.headers()['content-type']?.includes('json')) return route.fulfill({ response });
    const body = JSON.stringify(await response.json(), (field, value) =>
      PICTURE_FIELDS.has(field) ? PICTURE : value,
    );
    return route.fulfill({ response, body });
  });
  await page.route(OURS, (route) => {
    shown.push(new URL(route.request().url()));
    return route.fulfill({ contentType: 'image/webp', body: picture });
  });
  await page.route(OTHERS, (route) => {
    heard.push(route.request().url());
    return route.fulfill({ contentType: 'image/webp', body: picture });
  });
  return { heard, shown };
}

/** At least one picture, and all of them, have come. */
async function expectPictures(page: Page): Promise<void> {
  const pictures = page.locator('img:visible');
  await expect(pictures.first()).toBeVisible();
  await expect
    .poll(() =>
      pictures.evaluateAll((images) =>
        images.every((image) => image instanceof HTMLImageElement && image.naturalWidth === 40),
      ),
    )
    .toBe(true);
}

test('a voter gets every picture from us, whoever has it', async ({ visitor, demo }) => {
  const { page, texts } = await visitor({ language: 'en', ...PHONE });
  const { heard, shown } = await picturesElsewhere(page);
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

  // The picture of the receipt is drawn from it too.
  const receipt = page.getByRole('dialog', { name: texts.receipts.card.dialogTitle });
  const downloading = page.waitForEvent('download');
  await receipt.getByRole('button', { name: texts.receipts.picture.save }).click();
  await downloading;

  expect(heard).toEqual([]);
  for (const { searchParams } of shown) {
    expect(searchParams.get('url')).toBe(PICTURE);
    expect(searchParams.get('w')).toMatch(/^(640|1080)$/);
  }
});

test('so does who is signed in', async ({ visitor }) => {
  const { page, texts } = await visitor({ language: 'en', ...PHONE });
  const { heard, shown } = await picturesElsewhere(page);
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
  expect(heard).toEqual([]);
  expect(shown.map(({ pathname, search }) => pathname + search)).toEqual(['/api/auth/picture']);
});

test('an administrator sees pictures in lists and before they are saved', async ({
  newVisit,
  signedIn,
}) => {
  const { page, texts } = await newVisit({ language: 'en', ...LAPTOP }, signedIn);
  const { heard, shown } = await picturesElsewhere(page);
  await page.goto('/admin');
  await expectPictures(page);
  expect(shown.every(({ pathname }) => pathname === '/api/image-proxy')).toBe(true);

  await page.goto('/admin/artists/new');
  const address = page.getByLabel(texts['artist-form'].field.photoUrl, { exact: true });
  await address.fill(PICTURE);
  await expect(page.getByRole('img', { name: texts['artist-form'].upload.preview })).toBeVisible();
  await expectPictures(page);
  expect(shown.at(-1)?.pathname).toBe('/api/admin/image-preview');

  await address.fill('');
  await page.goto('/admin?tab=categories');
  await page.getByRole('button', { name: texts.admin.categories.add }).click();
  await page.getByLabel(texts.admin.categoryForm.backgroundImageUrl).fill(PICTURE);
  const preview = page.locator('.public-theme img');
  await expect(preview).toHaveAttribute('src', /^\/api\/admin\/image-preview\?/);
  await expect(preview).toHaveJSProperty('naturalWidth', 40);
  expect(heard).toEqual([]);
});
