import { readFile } from 'node:fs/promises';
import { type APIResponse, expect, type Page } from '@playwright/test';
import type { AdminActionList, AdminArtistDetail } from '#shared/contracts/admin-catalog';
import type { Category } from '#shared/contracts/catalog';
import { ADMINISTRATOR, followAdminLink, SAME_ORIGIN } from './support/administrator';
import { FLOW_VOTERS } from './support/flows';
import { addTwoCategories, removeAdded } from './support/own-catalog';
import { type NewAdministrator, test } from './support/test';
import { expectUsable } from './support/usable';
import { toastIn } from './support/visit';
import { EVERY_VOTER, type VoterSetup } from './support/voter';

test.afterEach(removeAdded);

async function signedIn(administrator: NewAdministrator, setup: VoterSetup, path: string) {
  const { page, texts } = await administrator(setup, path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  return { page, texts };
}

async function send(
  page: Page,
  method: 'POST' | 'PUT' | 'DELETE',
  path: string,
  data?: object,
): Promise<APIResponse> {
  const response = await page.request.fetch(path, { method, headers: SAME_ORIGIN, data });
  expect(response.ok(), await response.text()).toBe(true);
  return response;
}

/** Other tests make changes meanwhile, more than a page of them: this page gets only its own. */
const showOnlyEntriesOf = (page: Page, name: string) =>
  page.route('**/api/admin/actions?*', async (route) => {
    const url = new URL(route.request().url());
    url.searchParams.set('limit', '100');
    const response = await route.fetch({ url: url.href });
    const { actions }: AdminActionList = await response.json();
    const ownEntries = actions.filter(({ entityName }) => entityName === name);
    await route.fulfill({ response, json: { actions: ownEntries, nextCursor: null } });
  });

/** The entries about an entity, newest first. */
const entriesAbout = (page: Page, name: string) =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { level: 2, name }) });

for (const setup of FLOW_VOTERS) {
  const { language, width } = setup;
  test(`changes are shown with before and after, ${language}, ${width} px`, async ({
    administrator,
  }) => {
    const { page, texts } = await signedIn(administrator, setup, '/admin');
    const { activity } = texts;
    const name = `Test ${crypto.randomUUID()}`;
    const [first, second] = await addTwoCategories(page);
    const nominations = [{ categoryId: first.id }, { categoryId: second.id }];
    await showOnlyEntriesOf(page, name);

    const sent = { name, bio: 'As it was', nominations };
    const creation = await send(page, 'POST', '/api/admin/artists', sent);
    const artist: AdminArtistDetail = await creation.json();
    const entries = entriesAbout(page, name);
    const refresh = () => page.getByRole('button', { name: activity.refresh }).click();

    await test.step('an edit in the form', async () => {
      await page.goto(`/admin/artists/${artist.id}`);
      await page.getByLabel(texts['artist-form'].field.bio).fill('As it is');
      await page.getByRole('button', { name: texts['artist-form'].update, exact: true }).click();
      await expect(toastIn(page, texts['artist-form'].updated)).toBeVisible();

      await followAdminLink({ page, texts }, activity.title);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(activity.title);
      await expect(entries).toHaveCount(2);
      const edit = entries.first();
      await expect(edit.getByRole('heading', { level: 2 })).toHaveText(
        `${ADMINISTRATOR} ${activity.action['artist-update']} ${name}`,
      );
      await expect(edit.getByRole('term')).toHaveCount(0);
      await edit.getByText(activity.details, { exact: true }).click();
      await expect(edit.getByRole('term')).toHaveText([activity.field.bio]);
      await expect(edit.locator('del')).toHaveText(`${activity.before} As it was`);
      await expect(edit.locator('ins')).toHaveText(`${activity.after} As it is`);
      await expect(edit.locator('time')).toBeVisible();

      const whole = entries.nth(1);
      await whole.getByText(activity.details, { exact: true }).click();
      await expect(whole).toContainText(activity.action['artist-create']);
      await expect(whole).toContainText('As it was');
      for (const category of [first, second]) {
        await expect(whole).toContainText(category.name);
      }
      await expectUsable(page);
    });

    await test.step('a change of the nominations', async () => {
      const list = [{ categoryId: second.id, nominationTitle: 'Roots' }, { categoryId: first.id }];
      await send(page, 'PUT', `/api/admin/artists/${artist.id}`, {
        name,
        bio: 'As it is',
        nominations: list,
      });
      await refresh();
      await expect(entries).toHaveCount(3);
      await entries.first().getByText(activity.details, { exact: true }).click();
      const change = entries.first().getByRole('listitem');
      await expect(change.filter({ hasText: second.name })).toContainText('Roots');
      await send(page, 'PUT', `/api/admin/artists/${artist.id}`, {
        name,
        bio: 'As it is',
        nominations: list.slice(0, 1),
      });
      await refresh();
      await expect(entries).toHaveCount(4);
      await entries.first().getByText(activity.details, { exact: true }).click();
      await expect(change).toHaveText(`${activity.nomination.removed}${first.name}`);
    });

    await test.step('the link to the artist, until the artist is deleted', async () => {
      await entries.first().getByRole('link', { name }).click();
      await expect(page).toHaveURL(new RegExp(`/admin/artists/${artist.id}$`));
      await page.goBack();
      await expect(entries).toHaveCount(4);
      await send(page, 'DELETE', `/api/admin/artists/${artist.id}`);
      await refresh();
      await expect(entries).toHaveCount(5);
      await expect(entries.first()).toContainText(activity.action['artist-delete']);
      await expect(entries.getByRole('link')).toHaveCount(0);
    });

    await test.step('the deletion, undone from the log', async () => {
      await expect(entries.getByRole('button', { name: activity.restore })).toHaveCount(1);
      await entries.first().getByRole('button', { name: activity.restore }).press('Enter');
      await expect(toastIn(page, texts.admin.artists.restored)).toBeVisible();
      await expect(entries).toHaveCount(6);
      await expect(entries.first()).toContainText(activity.action['artist-restore']);
      await expect(entries.getByRole('button', { name: activity.restore })).toHaveCount(0);
      await expect(entries.nth(1).getByRole('heading')).toBeFocused();
      await send(page, 'DELETE', `/api/admin/artists/${artist.id}`);
    });

    await test.step('the filter by kind, stored in the address', async () => {
      await page.getByLabel(activity.kind.label).selectOption(activity.kind.category);
      await expect(page).toHaveURL(/\?kind=category$/);
      await expect(entries).toHaveCount(0);
      await page.reload();
      await expect(page.getByLabel(activity.kind.label)).toHaveValue('category');
      await page.getByLabel(activity.kind.label).selectOption(activity.kind.artist);
      await expect(entries).toHaveCount(7);
      await expectUsable(page);
    });

    await test.step('the filters by person and days, also in the export', async () => {
      const { filter } = activity;
      await page.getByLabel(filter.person).selectOption({ label: ADMINISTRATOR });
      await expect(entries).toHaveCount(7);
      await page.getByLabel(filter.to).fill('2024-03-31');
      await page.getByLabel(filter.from).fill('2024-03-01');
      await expect(page).toHaveURL(/kind=artist&person=[^&]+&from=2024-03-01&to=2024-03-31$/);
      const none = page.getByRole('heading', { name: activity.noMatch.heading });
      await expect(none).toBeVisible();
      await page.reload();
      await expect(page.getByLabel(filter.from)).toHaveValue('2024-03-01');
      const [table] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: activity.export }).click(),
      ]);
      expect(table.suggestedFilename()).toMatch(/^activity-.*\.csv$/);
      expect((await readFile(await table.path(), 'utf8')).split('\r\n')).toHaveLength(2);
      await page.getByRole('search').getByRole('button', { name: activity.noMatch.all }).click();
      await expect(page.getByLabel(filter.from)).toHaveValue('');
      await expect(page).toHaveURL(/\/admin\/activity$/);
    });
  });
}

test('older entries are added below, and the focus moves to the first of them', async ({
  administrator,
}) => {
  const [setup] = EVERY_VOTER;
  if (!setup) throw new Error('There is no such entry.');
  const { page, texts } = await signedIn(administrator, setup, '/admin/activity?kind=category');
  const name = `Test ${crypto.randomUUID()}`;
  const creation = await send(page, 'POST', '/api/admin/categories', { name });
  const category: Category = await creation.json();
  for (let edit = 1; edit <= 30; edit++) {
    const description = `Edit ${edit}`;
    await send(page, 'PUT', `/api/admin/categories/${category.id}`, { name, description });
  }
  await page.reload();
  const entries = page.getByRole('list', { name: texts.activity.list }).locator('> li');
  await expect(entries).toHaveCount(25);
  await page.getByRole('button', { name: texts.activity.more }).click();
  await expect.poll(() => entries.count()).toBeGreaterThan(25);
  await expect(entries.nth(25).getByRole('heading')).toBeFocused();
  // Entries of other tests may be between them.
  const ownEntries = entriesAbout(page, name);
  await expect(async () => {
    if ((await ownEntries.count()) < 31)
      await page.getByRole('button', { name: texts.activity.more }).click();
    expect(await ownEntries.count()).toBe(31);
  }).toPass();
  await send(page, 'DELETE', `/api/admin/categories/${category.id}`);
});
