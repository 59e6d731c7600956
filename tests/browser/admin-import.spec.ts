import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import type { AdminArtist } from '#shared/contracts/admin-catalog';
import { IMPORT_HEADINGS } from '#shared/domain/catalog-import';
import { localized } from '#shared/domain/localized';
import { FLOW_VOTERS } from './support/flows';
import { addCategory, addTwoCategories, removeAdded } from './support/own-catalog';
import { type NewAdministrator, test } from './support/test';
import { holdLogin, toastIn } from './support/visit';
import type { VoterSetup } from './support/voter';

test.afterEach(removeAdded);

const ENGLISH: VoterSetup = { language: 'en', width: 1280, height: 900 };
const IMPORT_API = '**/api/admin/import?plan=*';

async function openImport(
  administrator: NewAdministrator,
  setup: VoterSetup,
  path = '/admin/import',
) {
  const { page, texts: all } = await administrator(setup, path);
  const texts = all['catalog-import'];
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  return { page, all, texts, button };
}

const choose = (page: Page, content: string | Buffer, name = 'artists.csv') =>
  page
    .locator('input[type="file"]')
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) });

const artistsCalled = async (page: Page, name: string): Promise<AdminArtist[]> => {
  const all: AdminArtist[] = await (await page.request.get('/api/admin/artists')).json();
  return all.filter((artist) => artist.name === name);
};

const filledIn = (text: string, values: Record<string, string>) =>
  text.replace(/\{\{(\w+)[^}]*\}\}/g, (_all, name) => values[name] ?? '');

for (const setup of FLOW_VOTERS) {
  const { language, width } = setup;
  test(`${language}, ${width} px: invalid rows are reported, corrected and imported`, async ({
    administrator,
  }) => {
    const { page, texts, all, button } = await openImport(administrator, setup, '/admin');
    await page.getByRole('link', { name: texts.link, exact: true }).click();
    await expect(page).toHaveURL(/\/admin\/import$/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(texts.title);
    await expect(page).toHaveTitle(`${texts.title} – ${all.common.appName}`);

    const [first, second] = await addTwoCategories(page);
    const name = `Zoé ${crypto.randomUUID()}`;
    const headings = IMPORT_HEADINGS[language];
    const separator = language === 'fr' ? ';' : ',';
    const file = (category: string) =>
      `\uFEFF${[
        [headings.name, headings.category, headings.bio],
        [name, localized(language, first.name, first.nameFr), 'As it is'],
        [name, category, ''],
      ]
        .map((cells) => `${cells.map((cell) => `"${cell}"`).join(separator)}\r\n`)
        .join('')}`;
    await choose(page, file(`${second.name} x`));
    const heading = filledIn(texts.issues.heading_one, { count: '1' });
    await expect(page.getByRole('heading', { name: heading })).toBeVisible();
    const issue = page.getByRole('region', { name: heading }).getByRole('listitem');
    await expect(issue).toHaveCount(1);
    await expect(issue).toContainText(filledIn(texts.issues.row, { row: '3' }));
    await expect(issue).toContainText(headings.category);
    await expect(issue).toContainText(`${second.name} x`);
    await expect(issue).toContainText(
      filledIn(texts.problem.unknownCategory, { text: second.name }),
    );
    const save = button(filledIn(texts.preview.save_other, { count: '2' }));
    await expect(save).toHaveCount(0);
    expect(await artistsCalled(page, name)).toEqual([]);

    await choose(page, file(second.name));
    const ready = page.getByRole('region', { name: texts.preview.heading });
    await expect(ready.getByText(name)).toBeVisible();
    await expect(page.getByText(texts.preview.new, { exact: true })).toBeVisible();
    await save.click();
    await expect(page.getByRole('heading', { name: texts.done.heading })).toBeFocused();
    await page.getByRole('link', { name: texts.done.artists }).click();
    await expect(page).toHaveURL(/\/admin\?tab=artists$/);
    expect(await artistsCalled(page, name)).toMatchObject([{ bio: 'As it is', categoryCount: 2 }]);
  });

  test(`${language}, ${width} px: the template can be imported unchanged`, async ({
    administrator,
  }) => {
    const { page, texts } = await openImport(administrator, setup);
    const category = await addCategory(page);
    for (const language of ['en', 'fr'] as const) {
      const downloading = page.waitForEvent('download');
      await page.getByRole('button', { name: texts.guide.template[language] }).click();
      const headings = await readFile(await (await downloading).path(), 'utf8');
      const separator = language === 'fr' ? ';' : ',';
      const cells = [crypto.randomUUID(), '', '', '', '', category.id, '', '', '', '', ''];
      await choose(page, `${headings}${cells.join(separator)}\r\n`);
      await expect(page.getByRole('heading', { name: texts.preview.heading })).toBeVisible();
      await page.reload();
    }
  });
}

test('a file can be dropped anywhere on the page', async ({ administrator }) => {
  const { page, texts } = await openImport(administrator, ENGLISH);
  const category = await addCategory(page);
  const dropped = await page.evaluateHandle((content) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([content], 'dropped.csv'));
    return transfer;
  }, `name,category\n${crypto.randomUUID()},${category.id}`);
  await page.getByRole('heading', { level: 1 }).dispatchEvent('drop', { dataTransfer: dropped });
  await expect(page.getByText('dropped.csv')).toBeVisible();
  await expect(page.getByRole('heading', { name: texts.preview.heading })).toBeVisible();
});

test('a file that is no table is reported, with what to do about it', async ({ administrator }) => {
  const { page, all } = await openImport(administrator, ENGLISH);
  const problems = all.tables.file;
  const sent: string[] = [];
  page.on('request', (request) => sent.push(request.url()));
  const alert = page.getByRole('alert');
  await choose(page, '');
  await expect(alert).toHaveText(problems['import-empty']);
  await choose(page, 'x'.repeat(5 * 1024 * 1024 + 1));
  await expect(alert).toHaveText(filledIn(problems['too-large'], { megabytes: '5' }));
  expect(sent.filter((url) => url.includes('/api/admin/import'))).toEqual([]);
  await choose(page, `name,category\n${'A,B\n'.repeat(5_001)}`);
  await expect(alert).toHaveText(filledIn(problems['import-too-many-rows'], { rows: '5,000' }));
  await choose(page, Buffer.alloc(100));
  await expect(alert).toHaveText(problems['import-not-text']);
  await choose(page, 'PK\x03\x04', 'artists.xlsx');
  await expect(alert).toHaveText(problems['import-damaged']);
});

test('a request whose response is lost is repeated, and nothing is imported twice', async ({
  administrator,
}) => {
  const { page, texts, button } = await openImport(administrator, ENGLISH);
  const category = await addCategory(page);
  const name = crypto.randomUUID();
  await page.route(IMPORT_API, async (route) => {
    await route.fetch();
    await route.abort();
  });
  await choose(page, `name,category\n${name},${category.id}`);
  await button(filledIn(texts.preview.save_one, { count: '1' })).click();
  await expect(page.getByText(texts.save.uncertain)).toBeVisible();
  await button(texts.checkAgain).click();
  await expect(page.getByText(texts.problem.alreadyNominated)).toBeVisible();
  await expect(page.getByText(texts.save.uncertain)).toHaveCount(0);
  expect(await artistsCalled(page, name)).toHaveLength(1);
});

test('a change since the preview is shown before the import', async ({ administrator }) => {
  const { page, texts, button } = await openImport(administrator, ENGLISH);
  const [first, second] = await addTwoCategories(page);
  const name = crypto.randomUUID();
  await choose(page, `name,category\n${name},${first.id}`);
  await expect(page.getByText(texts.preview.new, { exact: true })).toBeVisible();
  const created = await page.request.post('/api/admin/artists', {
    headers: { 'Sec-Fetch-Site': 'same-origin' },
    data: { name, nominations: [{ categoryId: second.id }] },
  });
  expect(created.status()).toBe(201);
  const save = button(filledIn(texts.preview.save_one, { count: '1' }));
  await save.click();
  await expect(page.getByText(texts.save.changed)).toBeVisible();
  await expect(page.getByText(filledIn(texts.preview.exists_one, { count: '1' }))).toBeVisible();
  await save.click();
  await expect(page.getByRole('heading', { name: texts.done.heading })).toBeVisible();
  expect(await artistsCalled(page, name)).toMatchObject([{ categoryCount: 2 }]);
});

test('when the session has ended, the administrator gets a notice and is redirected to the sign-in', async ({
  administrator,
}) => {
  const { page, all } = await openImport(administrator, ENGLISH);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  // Held first: a query of the page may be the first to learn that the session has ended.
  const releaseLogin = await holdLogin(page);
  await page.context().clearCookies();
  await choose(page, 'name,category\nA,B');
  await expect(toastIn(page, all['sign-in'].admin.unauthorized)).toBeVisible();
  await releaseLogin();
  await expect(page).not.toHaveURL(/\/admin\/import$/);
});
