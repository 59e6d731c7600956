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

    await test.step('a category is created, edited and deleted', async () => {
      const name = `Best Song ${language} ${width}`;
      await page.getByRole('tab', { name: admin.dashboard.tab.categories }).click();
      await expect(page).toHaveURL(/\?tab=categories$/);
      await page.reload();
      await press(admin.categories.add);
      const dialog = page.getByRole('dialog');
      const field = (label: string) => dialog.getByLabel(label, { exact: true });
      await field(admin.categoryForm.name).fill('Best Song');
      await expect(field(admin.categoryForm.nameFr)).toHaveValue('Meilleure chanson');
      await field(admin.categoryForm.name).fill('');
      await dialog.getByRole('button', { name: admin.categoryForm.create }).click();
      await expect(dialog.getByText(admin.categoryForm.problem.required)).toBeVisible();
      await expect(field(admin.categoryForm.name)).toBeFocused();
      await field(admin.categoryForm.backgroundColor).fill('#FFFF00');
      await expect(dialog.getByText(admin.categoryForm.tooBright)).toBeVisible();
      await expectSound(page);
      await field(admin.categoryForm.name).fill(name);
      await dialog.getByRole('button', { name: admin.categoryForm.create }).click();
      await expect(toastIn(page, admin.categories.createdToast)).toBeVisible();
      await expect(dialog).toHaveCount(0);

      await press(admin.edit.replace('{{name}}', name));
      const { version, id } = await savedElsewhere(page, name);
      expect(version).toBeGreaterThan(0);
      await field(admin.categoryForm.description).fill('Mine');
      await dialog.getByRole('button', { name: admin.categoryForm.update }).click();
      await expect(dialog.getByText(admin.categoryForm.conflict.changed)).toBeVisible();
      await press(admin.categoryForm.conflict.keepMine);
      await dialog.getByRole('button', { name: admin.categoryForm.update }).click();
      await expect(toastIn(page, admin.categories.updated)).toBeVisible();
      await expect(row(name)).toContainText('Mine');

      await press(admin.delete.replace('{{name}}', name));
      await expect(toastIn(page, admin.categories.deleted)).toBeVisible();
      await expect(row(name)).toHaveCount(0);
      expect(id).not.toBe('');
      await expectSound(page);
    });

    await test.step('figures of the day stand in the third tab', async () => {
      await page.getByRole('tab', { name: admin.dashboard.tab.categories }).press('ArrowRight');
      await expect(page).toHaveURL(/\?tab=analytics$/);
      await expect(main.getByText(admin.analytics.methods)).toBeVisible();
      await expectSound(page);
    });
  });
}

/** Another administrator's save of the same category. */
async function savedElsewhere(page: Page, name: string): Promise<{ id: string; version: number }> {
  return page.evaluate(async (wanted) => {
    const list: { id: string; name: string }[] = await (
      await fetch('/api/admin/categories')
    ).json();
    const category = list.find((one) => one.name === wanted);
    const response = await fetch(`/api/admin/categories/${category?.id}`, {
      method: 'PUT',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ ...category, description: 'Theirs' }),
    });
    return response.json();
  }, name);
}
