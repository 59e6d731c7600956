import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import type { AdminArtistDetail, AdminCategory } from '../../shared/contracts/admin-catalog';
import { ADMINISTRATOR, newAdministrator, SAME_ORIGIN } from './support/administrator';
import { expectSound } from './support/sound';
import { toastIn } from './support/stage';
import { EVERY_VOTER } from './support/voter';

const contexts: BrowserContext[] = [];
test.afterEach(async () => {
  await Promise.all(contexts.splice(0).map((context) => context.close()));
});

/** An artist of this test's own: others delete theirs at the same time, and voters need the demo's. */
async function anArtist(page: Page): Promise<AdminArtistDetail> {
  const list: AdminCategory[] = await (await page.request.get('/api/admin/categories')).json();
  const response = await page.request.post('/api/admin/artists', {
    headers: SAME_ORIGIN,
    data: {
      name: `Test ${crypto.randomUUID()}`,
      nominations: list.slice(0, 1).map(({ id }) => ({ categoryId: id })),
    },
  });
  expect(response.status()).toBe(201);
  return response.json();
}

/** The name of a category of this test's own. */
async function aCategory(page: Page): Promise<string> {
  const name = `Test ${crypto.randomUUID()}`;
  const response = await page.request.post('/api/admin/categories', {
    headers: SAME_ORIGIN,
    data: { name },
  });
  expect(response.status()).toBe(201);
  return name;
}

for (const setup of EVERY_VOTER) {
  const { language, width } = setup;
  test(`an administrator manages artists and categories, ${language}, ${width} px`, async ({
    browser,
  }) => {
    const { page, texts, context } = await newAdministrator(browser, setup, '/admin');
    contexts.push(context);
    const { admin } = texts;

    const main = page.getByRole('main');
    const row = (name: string) => main.getByRole('listitem').filter({ hasText: name });
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click();

    await test.step('the dashboard shows its figures', async () => {
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(admin.shell.dashboard);
      await expect(page.getByRole('banner')).toContainText(admin.shell.online);
      await expect(page.getByRole('banner')).toContainText(ADMINISTRATOR.replace(/ .*/, ''));
      await expect(main.getByText('$').first()).toBeVisible();
      await expect(main.getByRole('listitem').first()).toBeVisible();
      await expectSound(page);
    });

    await test.step('artists are searched, laid out, deleted and brought back', async () => {
      const { id, name } = await anArtist(page);
      const search = page.getByLabel(admin.artists.search);
      await search.fill('no such artist');
      await expect(main.getByText(admin.artists.notFound.heading)).toBeVisible();
      await expect(
        main.getByText(admin.artists.filterCount_one.replace(/.*}} /, '')),
      ).toBeVisible();
      await press(admin.artists.notFound.clear);
      await expect(search).toHaveValue('');
      await expect(main.getByRole('listitem').first()).toBeVisible();

      await press(admin.artists.viewMode.grid);
      await page.reload();
      await expect(page.getByRole('button', { name: admin.artists.viewMode.grid })).toHaveAttribute(
        'aria-pressed',
        'true',
      );
      await expectSound(page);

      await search.fill(name);
      await press(admin.delete.replace('{{name}}', name));
      await expect(toastIn(page, admin.artists.deleted)).toBeVisible();
      await expect(row(name)).toHaveCount(0);
      await press(admin.undo);
      await expect(toastIn(page, admin.artists.restored)).toBeVisible();
      await expect(row(name)).toBeVisible();
      // It stays for as long as the pointer rests on it, and may lie over the next button.
      await press(texts.common.close);
      await expect(toastIn(page, admin.artists.restored)).toHaveCount(0);

      const answer = await page.request.delete(`/api/admin/artists/${id}`, {
        headers: SAME_ORIGIN,
      });
      expect(answer.status()).toBe(204);
      await press(admin.delete.replace('{{name}}', name));
      await expect(toastIn(page, admin.alreadyDeleted)).toBeVisible();
      await expect(row(name)).toHaveCount(0);
    });

    await test.step('a category is found in the second tab, deleted and brought back', async () => {
      const name = await aCategory(page);
      await page.getByRole('tab', { name: admin.dashboard.tab.categories }).click();
      await expect(page).toHaveURL(/\?tab=categories$/);
      await page.reload();
      await expect(row(name)).toContainText(admin.categories.noDescription);
      await expectSound(page);
      await press(admin.delete.replace('{{name}}', name));
      await expect(toastIn(page, admin.categories.deleted)).toBeVisible();
      await expect(row(name)).toHaveCount(0);
      await press(admin.undo);
      await expect(toastIn(page, admin.categories.restored)).toBeVisible();
      await expect(row(name)).toBeVisible();
      await press(texts.common.close);
      await press(admin.delete.replace('{{name}}', name));
      await expect(row(name)).toHaveCount(0);
    });

    await test.step('figures of the day stand in the third tab', async () => {
      await page.getByRole('tab', { name: admin.dashboard.tab.categories }).press('ArrowRight');
      await expect(page).toHaveURL(/\?tab=analytics$/);
      await expect(main.getByText(admin.analytics.methods)).toBeVisible();
      await expectSound(page);
    });
  });
}
