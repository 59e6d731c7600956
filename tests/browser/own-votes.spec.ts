import { expect } from '@playwright/test';
import { flowLanguages } from './support/flows';
import { expectStillLayout, painted } from './support/layout';
import { haveVotedFor } from './support/own-votes';
import { test } from './support/test';
import { fillIn } from './support/texts';
import { fireTimersAtOnce, hold, intercept, lastOf } from './support/visit';
import { PHONE } from './support/voter';

for (const language of flowLanguages('en')) {
  test(`artists this device voted for come first, until they are removed (${language})`, async ({
    visitor,
    demo,
  }) => {
    const { page, texts } = await visitor({ language, ...PHONE });
    const { artist, category } = demo;
    const { own } = texts.catalog;
    await haveVotedFor(page, [artist]);
    await page.goto(`/category/${category.id}`);
    const first = page.getByRole('article').first();
    await expect(first).toHaveAccessibleName(artist.name);
    await expect(first.getByText(own.badge).filter({ visible: true })).toBeVisible();

    await page.goto('/categories');
    const row = page.getByRole('list', { name: own.heading });
    await expect(row.getByRole('listitem')).toHaveText([artist.name]);
    await page.getByRole('button', { name: own.edit }).click();
    await row.getByRole('button', { name: fillIn(own.remove, { name: artist.name }) }).click();
    await expect(row).toHaveCount(0);
    await page.reload();
    await expect(page.getByRole('article').first()).toBeVisible();
    await expect(row).toHaveCount(0);
    await page.goto(`/category/${category.id}`);
    await expect(first).toBeVisible();
    await expect(page.getByText(own.badge)).toHaveCount(0);

    // The receipt stays until it is removed as well.
    await page.goto('/my-receipts');
    const remove = page.getByRole('button', {
      name: fillIn(texts.receipts.device.remove, { code: '7KQ2M9X0W0' }),
    });
    await remove.click();
    await expect(remove).toHaveCount(0);
    await page.reload();
    await expect(page.getByLabel(texts.receipts.search.email)).toBeVisible();
    await expect(remove).toHaveCount(0);
  });
}

test('no nominee moves when an artist this device voted for loads after the others', async ({
  visitor,
  demo,
}) => {
  const { page } = await visitor({ language: 'en', ...PHONE });
  const path = `/category/${demo.category.id}`;
  const response = await page.request.get(path);
  const { 'content-security-policy': _, ...headers } = response.headers();
  const html = await response.text();
  const ids = [...html.matchAll(/<li data-artist="([^"]+)"/g)].map(([, id]) => id ?? '');
  const last = lastOf(ids);
  await haveVotedFor(page, [{ ...demo.artist, id: last }]);
  // The list arrives in two parts: up to the last nominee, and the rest after the script has
  // loaded.
  const inTwoParts = html.replace(
    `<li data-artist="${last}"`,
    '<script src="/held.js"></script>$&',
  );
  await page.route(`**${path}`, (route) => route.fulfill({ headers, body: inTwoParts }));
  let release = () => {};
  await page.route('**/held.js', async (route) => {
    await new Promise<void>((resolve) => {
      release = resolve;
    });
    await route.fulfill({ contentType: 'text/javascript', body: '' });
  });
  // The scripts of the page are still loading.
  await hold(page, '**/assets/*.js');
  await page.goto(path, { waitUntil: 'commit' });
  const nominees = page.locator('[data-artist]');
  await expect(nominees).toHaveCount(ids.length - 1);
  await painted(page);
  release();
  await expect(page.locator(`[data-artist="${last}"]`)).toBeVisible();
  await painted(page);
  await expectStillLayout(page);
});

test('invalid data in storage breaks no page', async ({ visitor }) => {
  const { page, texts } = await visitor({ language: 'en', ...PHONE });
  for (const stored of ['{', '[{}]', '[{"artist":null}]', '"<b>"', 'null']) {
    await page.addInitScript((text) => localStorage.setItem('ownVotes', text), stored);
    await page.goto('/categories');
    await expect(page.getByRole('article').first()).toBeVisible();
    await expect(page.getByRole('heading', { name: texts.catalog.own.heading })).toHaveCount(0);
  }
});

test.describe('a slow network', () => {
  test('shows placeholders at once, and after a while what to do', async ({ visitor }) => {
    const { page, texts } = await visitor({ language: 'en', ...PHONE });
    await fireTimersAtOnce(page, 8_000);
    await hold(page, '**/assets/my-receipts-page-*');
    await page.goto('/my-receipts');
    const main = page.getByRole('main');
    await expect(main.getByText(texts.common.loading)).toBeAttached();
    await expect(main.getByText(texts.common.slow)).toBeVisible();
  });

  test('removes its message once the response has arrived', async ({ visitor, demo }) => {
    const { page, texts } = await visitor({ language: 'en', ...PHONE });
    await fireTimersAtOnce(page, 8_000);
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await intercept(page, '**/api/nominations/category/*', async (route) => {
      await released;
      await route.continue();
    });
    await page.goto(`/category/${demo.category.id}`);
    const slow = page.getByText(texts.common.slow);
    await expect(slow).toBeVisible();
    release();
    await expect(page.getByRole('article').first()).toBeVisible();
    await expect(slow).toHaveCount(0);
  });
});
