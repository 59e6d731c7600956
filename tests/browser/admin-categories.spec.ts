import { expect, type Locator, type Page } from '@playwright/test';
import { demoCategories } from '#demo/categories';
import type { AdminCategory } from '#shared/contracts/admin-catalog';
import type { Category } from '#shared/contracts/catalog';
import { SAME_ORIGIN } from './support/administrator';
import {
  addArtist,
  addCategory,
  addTwoCategories,
  CATEGORIES_API,
  removeAdded,
} from './support/own-catalog';
import { type NewAdministrator, test } from './support/test';
import { expectUsable } from './support/usable';
import { toastIn, type Visit } from './support/visit';
import type { VoterSetup } from './support/voter';

const PATH = '/admin?tab=categories';
const ENGLISH: VoterSetup = { language: 'en', width: 1280, height: 900 };
const FRENCH: VoterSetup = { language: 'fr', width: 360, height: 740 };

test.afterEach(removeAdded);
// Saving an order saves that of all categories, including those of the next test.
test.describe.configure({ mode: 'default' });

const fillPlaceholders = (text: string, values: Record<string, string | number>): string =>
  Object.entries(values).reduce(
    (all, [name, value]) =>
      all.replace(`{{${name}}}`, `${value}`).replace(`{{${name}, number}}`, `${value}`),
    text,
  );

async function openCategories(administrator: NewAdministrator, setup: VoterSetup) {
  const visit = await administrator(setup, PATH);
  const { page, texts: all } = visit;
  const entry = ({ name }: { name: string }) =>
    page
      .getByRole('tabpanel')
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name }) });
  const button = (text: string, { name }: { name: string }) =>
    page.getByRole('button', { name: fillPlaceholders(text, { name }), exact: true });
  const show = (label: string) =>
    page.getByLabel(all.admin.catalog.show, { exact: true }).selectOption({ label });
  const isListedBefore = async (one: AdminCategory, other: AdminCategory) => {
    const names = await page
      .getByRole('tabpanel')
      .getByRole('heading', { level: 3 })
      .allTextContents();
    const placeOf = ({ name }: AdminCategory) => names.findIndex((text) => text.includes(name));
    return placeOf(one) < placeOf(other);
  };
  return { ...visit, all, entry, button, show, isListedBefore, texts: all.admin.categories };
}

/** The names in the order that visitors see. */
async function publicNames({ page }: Pick<Visit, 'page'>): Promise<string[]> {
  const categories: Category[] = await (await page.request.get('/api/categories')).json();
  return categories.map(({ name }) => name);
}

const isBefore =
  (one: AdminCategory, other: AdminCategory) => async (visit: Pick<Visit, 'page'>) => {
    const names = await publicNames(visit);
    return names.indexOf(one.name) < names.indexOf(other.name);
  };

/**
 * Two categories of this test, next to each other. Changes by other tests are hidden from this
 * page: they would come between the two, or move the list under the pointer.
 */
async function addNeighbours(page: Page): Promise<[AdminCategory, AdminCategory]> {
  const pair = await addTwoCategories(page);
  const names = new Set([...demoCategories, ...pair].map(({ name }) => name));
  await page.route(`**${CATEGORIES_API}`, async (route) => {
    const response = await route.fetch();
    const all: AdminCategory[] = await response.json();
    await route.fulfill({ response, json: all.filter(({ name }) => names.has(name)) });
  });
  await page.reload();
  return pair;
}

const middleOf = async (item: Locator) => {
  const { x, y, width, height } = (await item.boundingBox())!;
  return { x: x + width / 2, y: y + height / 2 };
};

for (const setup of [ENGLISH, FRENCH]) {
  test(`${setup.language}: categories are put in order by keys, by buttons and by dragging`, async ({
    administrator,
  }) => {
    const visit = await openCategories(administrator, setup);
    const { page, texts, entry, button, isListedBefore } = visit;
    const [first, second] = await addNeighbours(page);
    const handle = button(texts.move.handle, second);
    await handle.focus();
    await page.keyboard.press('ArrowUp');
    await expect(
      page.getByText(new RegExp(`^${second.name} (is now number|est en position) `)),
    ).toBeAttached();
    await expect(handle).toBeFocused();
    await expect.poll(() => isBefore(second, first)(visit)).toBe(true);

    await page.keyboard.press('Enter');
    await expect(handle).toHaveAttribute('aria-expanded', 'true');
    await button(texts.move.down, second).click();
    await expect.poll(() => isBefore(first, second)(visit)).toBe(true);
    await expectUsable(page);
    await handle.click();
    await expect(button(texts.move.down, second)).toHaveCount(0);

    await handle.scrollIntoViewIfNeeded();
    const from = await middleOf(handle);
    const to = await middleOf(entry(first));
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(to.x, to.y, { steps: 8 });
    await page.mouse.up();
    await expect.poll(() => isBefore(second, first)(visit)).toBe(true);
    // A drag does not count as a press.
    await expect(handle).toHaveAttribute('aria-expanded', 'false');

    await page.reload();
    await expect(entry(first)).toBeVisible();
    expect(await isListedBefore(second, first)).toBe(true);
  });
}

test('a drag that is cancelled with Escape changes nothing', async ({ administrator }) => {
  const visit = await openCategories(administrator, ENGLISH);
  const { page, texts, entry, button, isListedBefore } = visit;
  const [first, second] = await addNeighbours(page);
  let saves = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/categories/order')) saves += 1;
  });
  const handle = button(texts.move.handle, second);
  await handle.scrollIntoViewIfNeeded();
  const from = await middleOf(handle);
  const to = await middleOf(entry(first));
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 8 });
  await expect.poll(() => isListedBefore(second, first)).toBe(true);
  await page.keyboard.press('Escape');
  await expect.poll(() => isListedBefore(first, second)).toBe(true);
  await page.mouse.up();
  // Only this move is saved: an order from the drag would have been sent before it.
  await handle.focus();
  await page.keyboard.press('ArrowUp');
  await expect.poll(() => isBefore(second, first)(visit)).toBe(true);
  expect(saves).toBe(1);
});

test('an order that cannot be saved is reverted', async ({ administrator }) => {
  const { page, all, texts, button, isListedBefore } = await openCategories(administrator, ENGLISH);
  const [first, second] = await addNeighbours(page);
  await page.route('**/api/admin/categories/order', (route) => route.fulfill({ status: 500 }));
  await button(texts.move.handle, second).focus();
  await page.keyboard.press('ArrowUp');
  await expect(toastIn(page, all.admin.error)).toContainText(texts.orderFailed);
  await expect.poll(() => isListedBefore(first, second)).toBe(true);
});

for (const setup of [ENGLISH, FRENCH]) {
  test(`${setup.language}: a category is hidden from visitors and shown again`, async ({
    administrator,
  }) => {
    const visit = await openCategories(administrator, setup);
    const { page, all, texts, entry, button, show } = visit;
    const category = await addCategory(page);
    const artist = await addArtist(page, [category]);
    await page.reload();
    await button(texts.hide, category).click();
    await expect(toastIn(page, texts.nowHidden.title)).toBeVisible();
    await expect(entry(category)).toContainText(texts.hidden);
    expect(await publicNames(visit)).not.toContain(category.name);
    for (const path of ['/categories', `/category/${category.id}`]) {
      const html = await (await page.request.get(path)).text();
      expect(html, path).not.toContain(category.name);
    }

    await show(all.admin.catalog.shown.hidden);
    await expect(entry(category)).toBeVisible();
    await button(texts.nominees, category).click();
    await expect(entry(category).getByRole('link', { name: artist.name })).toHaveAttribute(
      'href',
      `/admin/artists/${artist.id}`,
    );
    await expect(entry(category).getByRole('link', { name: texts.ranking })).toHaveCount(0);
    await expectUsable(page);

    await button(texts.unhide, category).click();
    await expect(toastIn(page, texts.nowShown.title)).toBeVisible();
    await expect(entry(category)).toHaveCount(0);
    await show(texts.all);
    await button(texts.nominees, category).click();
    await expect(entry(category).getByRole('link', { name: texts.ranking })).toHaveAttribute(
      'href',
      `/screen/${category.id}`,
    );
    expect(await publicNames(visit)).toContain(category.name);
  });

  test(`${setup.language}: deleted categories can be restored at any time, with their votes`, async ({
    administrator,
  }) => {
    const visit = await openCategories(administrator, setup);
    const { page, all, entry, button, show } = visit;
    const { catalog } = all.admin;
    const [removed, remaining] = await addTwoCategories(page);
    const artist = await addArtist(page, [removed, remaining]);
    const restore = (name: string) =>
      page.getByRole('button', {
        name: fillPlaceholders(catalog.restoreOf, { name }),
        exact: true,
      });

    await page.reload();
    await button(all.admin.delete, removed).click();
    await expect(entry(removed)).toHaveCount(0);
    await page.reload();
    await show(catalog.shown.deleted);
    await expectUsable(page);
    await restore(removed.name).click();
    await expect(toastIn(page, all.admin.categories.restored)).toBeVisible();
    await expect(page.getByRole('region', { name: catalog.shown.deleted })).toBeFocused();
    await expect(restore(removed.name)).toHaveCount(0);
    expect(await publicNames(visit)).toContain(removed.name);

    const data = { ...artist, nominations: [{ categoryId: remaining.id }] };
    const answer = await page.request.put(`/api/admin/artists/${artist.id}`, {
      headers: SAME_ORIGIN,
      data,
    });
    expect(answer.status()).toBe(200);
    await page.goto('/admin');
    await show(catalog.shown.deleted);
    await page.getByLabel(all.admin.artists.search).fill(artist.name);
    await restore(`${artist.name} – ${removed.name}`).click();
    await expect(toastIn(page, all.admin.nominations.restored)).toBeVisible();
    await page.request.delete(`/api/admin/artists/${artist.id}`, { headers: SAME_ORIGIN });
    await page.reload();
    await show(catalog.shown.deleted);
    await restore(artist.name).click();
    await expect(toastIn(page, all.admin.artists.restored)).toBeVisible();
    await show(all.admin.artists.all);
    await page.getByLabel(all.admin.artists.search).fill(artist.name);
    await expect(entry(artist)).toContainText(removed.name);
  });

  test(`${setup.language}: missing French texts are marked and can be filtered`, async ({
    administrator,
  }) => {
    const { page, all, entry, show } = await openCategories(administrator, setup);
    const { catalog } = all.admin;
    const english = await addCategory(page);
    const artist = await addArtist(page, [english]);
    await page.reload();
    await expect(entry(english)).toContainText(catalog.frenchMissing);
    await show(catalog.shown.french);
    await expect(entry(english)).toBeVisible();
    const marks = page.getByRole('tabpanel').getByText(catalog.frenchMissing);
    const items = page.getByRole('tabpanel').getByRole('listitem');
    await expect(marks.filter({ visible: true })).toHaveCount(await items.count());

    await page.goto('/admin');
    await show(catalog.shown.french);
    await page.getByLabel(all.admin.artists.search).fill(artist.name);
    await expect(entry(artist)).toContainText(catalog.frenchMissing);
  });
}

test('a name that looks like another category’s asks first', async ({ administrator }) => {
  const { page, all } = await openCategories(administrator, ENGLISH);
  const form = all.admin.categoryForm;
  const created: string[] = [];
  const response = await page.request.post('/api/admin/categories', {
    headers: SAME_ORIGIN,
    data: { name: `Été ${crypto.randomUUID()}`, nameFr: `Hiver ${crypto.randomUUID()}` },
  });
  const category: AdminCategory = await response.json();
  created.push(category.id);
  try {
    // The list on the screen does not have the other category yet.
    await page.getByRole('button', { name: all.admin.categories.add, exact: true }).click();
    const question = page.getByText(
      fillPlaceholders(form.conflict.looksAlike, { name: category.name }),
    );
    const name = page.getByLabel(form.name, { exact: true });
    const create = page.getByRole('button', { name: form.create });
    const lookAlike = category.name.replace('Été', '\u200bETE');
    await name.fill(lookAlike);
    await create.click();
    await expect(question).toBeVisible();
    await expectUsable(page);
    await page.getByRole('button', { name: all.admin.lookAlike.open }).click();
    await expect(name).toHaveValue(category.name);
    await page.getByRole('button', { name: all.admin.cancel, exact: true }).click();
    // What was typed is offered again.
    await page.getByRole('button', { name: all.admin.draft.restore }).click();
    await create.click();
    await expect(question).toBeVisible();
    const saved = page.waitForResponse(
      (answer) => answer.request().method() === 'POST' && answer.status() === 201,
    );
    await page.getByRole('button', { name: all.admin.lookAlike.save }).click();
    const other: AdminCategory = await (await saved).json();
    created.push(other.id);
    expect(other.name).toBe(lookAlike.replace('\u200b', ''));
  } finally {
    for (const id of created) {
      await page.request.delete(`/api/admin/categories/${id}`, { headers: SAME_ORIGIN });
    }
  }
});

test('a picture uploaded in the form appears in the list', async ({ administrator }) => {
  const { page, all, entry, button } = await openCategories(administrator, ENGLISH);
  const category = await addCategory(page);
  await page.reload();
  await button(all.admin.edit, category).click();
  const dialog = page.getByRole('dialog');
  const file = dialog.locator('input[type=file]');
  await file.setInputFiles('demo/pictures/album-of-the-year.webp');
  await expect(
    dialog.getByLabel(all.admin.categoryForm.backgroundImageUrl, { exact: true }),
  ).toHaveValue(/^\/uploads\//);
  await dialog.getByRole('button', { name: all.admin.categoryForm.update }).click();
  await expect(toastIn(page, all.admin.categories.updated)).toBeVisible();
  const picture = entry(category).locator('img');
  await expect(picture).toHaveJSProperty('complete', true);
  expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(
    0,
  );
});
