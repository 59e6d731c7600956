import { expect, type Page } from '@playwright/test';
import { flowLanguages } from './support/flows';
import { addArtist, addCategory, removeAdded } from './support/own-catalog';
import { test } from './support/test';
import { fillIn, textsOf } from './support/texts';
import { answer, type Visit } from './support/visit';
import { LAPTOP, PHONE } from './support/voter';

const INDEX_API = '**/api/search-index';
const CODE = '**/assets/search-results-*.js';

test.afterEach(removeAdded);

const fieldOf = (page: Page) => page.getByRole('combobox');
const options = (page: Page) => page.getByRole('option');
const listbox = (page: Page) => page.getByRole('listbox');
/** What screen readers announce. */
const announcement = (page: Page) => page.getByRole('search').getByRole('status');

/** The option of an artist or category, by its displayed name. */
const optionOf = (page: Page, name: string) =>
  options(page).filter({ has: page.getByText(name, { exact: true }) });

const open = async (visit: Visit): Promise<void> => {
  await visit.page.goto('/categories');
  await expect(visit.page.getByRole('article').first()).toBeVisible();
};

/** Delays these files until they are released. */
async function hold(page: Page, files: string): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(files, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

for (const language of flowLanguages('en')) {
  test.describe(`in ${language}`, () => {
    for (const [kind, typed] of [
      ['errors', 'junor kasnaji'],
      ['different case and accents', 'JÜNIÖR KÀSÀNJÍ'],
      ['the beginning of their names', 'kas jun'],
    ] as const) {
      test(`an artist is found by ${kind}, and their profile opened`, async ({ visitor, demo }) => {
        const visit = await visitor({ language, ...PHONE });
        const { page } = visit;
        const { name, categories } = demo.artist;
        await open(visit);
        await fieldOf(page).fill(typed);
        await options(page).first().getByText(name, { exact: true }).click();
        await expect(page).toHaveURL(`/category/${categories[0]?.id}`);
        await expect(page.getByRole('dialog', { name })).toBeVisible();
        await page.goBack();
        await expect(page.getByRole('dialog')).toHaveCount(0);
        await page.goBack();
        await expect(fieldOf(page)).toBeVisible();
      });
    }

    test('a category is found by its name in either language, and shown in the current one', async ({
      visitor,
      demo: { category },
    }) => {
      const visit = await visitor({ language, ...LAPTOP });
      const { page } = visit;
      const shown = (language === 'fr' && category.nameFr) || category.name;
      await open(visit);
      for (const typed of [category.name, category.nameFr ?? '', 'artiste annee', 'artist yaer']) {
        await fieldOf(page).fill(typed);
        await expect(optionOf(page, shown).first(), typed).toBeVisible();
      }
      await fieldOf(page).fill(category.nameFr ?? '');
      await options(page).first().click();
      await expect(page).toHaveURL(`/category/${category.id}`);
      await expect(page.getByRole('heading', { level: 1, name: shown })).toBeVisible();
      await expect(page.getByRole('dialog')).toHaveCount(0);
    });

    test('when nothing is found, a sentence says what to try', async ({ visitor }) => {
      const visit = await visitor({ language, ...PHONE });
      const { page, texts } = visit;
      await open(visit);
      await fieldOf(page).fill('xyzzyqwertz');
      await expect(
        page.getByRole('search').getByText(texts.catalog.search.none).last(),
      ).toBeVisible();
      await expect(announcement(page)).toHaveText(texts.catalog.search.none);
      await expect(fieldOf(page)).toHaveAttribute('aria-expanded', 'false');
    });

    test('without a network the search says so, and finds the artist once it is retried', async ({
      visitor,
      demo,
    }) => {
      const visit = await visitor({ language, ...PHONE });
      const { page, texts } = visit;
      await open(visit);
      const failed = page.getByRole('search').getByRole('alert');
      const retry = page.getByRole('search').getByRole('button', { name: texts.common.retry });

      await page.route(INDEX_API, (route) => route.abort('internetdisconnected'));
      await fieldOf(page).fill('kasanji');
      await expect(failed).toHaveText(texts.catalog.search.failed);
      // The earlier message may remain for a moment after the press.
      const failsAgain = page.waitForEvent('requestfailed', (request) =>
        request.url().endsWith('/api/search-index'),
      );
      await retry.click();
      await failsAgain;
      await expect(failed).toBeVisible();
      await page.unroute(INDEX_API);
      await retry.click();
      await expect(optionOf(page, demo.artist.name)).toBeVisible();
      await expect(failed).toHaveCount(0);
    });
  });
}

test('the search works with the keyboard alone', async ({ visitor, demo }) => {
  const visit = await visitor({ language: 'en', ...LAPTOP });
  const { page, texts } = visit;
  await answer(page, INDEX_API, {
    categories: [{ id: demo.category.id, name: 'Best Kora', nameFr: null, icon: null }],
    artists: {
      ids: Buffer.from(
        [demo.artist.id, demo.category.id, demo.emptyCategory.id].join('').replaceAll('-', ''),
        'hex',
      ).toString('base64'),
      names: ['Kora One', 'Kora Two', 'Kora <b>Three</b>'],
      categories: [[0], [0], [0]],
    },
  });
  await open(visit);
  const field = fieldOf(page);
  await field.focus();
  await expect(listbox(page)).toHaveCount(0);
  await page.keyboard.type('kora');
  await expect(options(page)).toHaveCount(4);
  await expect(announcement(page)).toHaveText(
    fillIn(texts.catalog.search.results_other, { count: 4 }),
  );
  await expect(field).toHaveAttribute('aria-expanded', 'true');
  await expect(field).toHaveAttribute(
    'aria-controls',
    (await listbox(page).getAttribute('id')) ?? '',
  );
  await expect(field).not.toHaveAttribute('aria-activedescendant');

  const expectChosen = async (at: number) => {
    const id = (await options(page).nth(at).getAttribute('id')) ?? '';
    await expect(field).toHaveAttribute('aria-activedescendant', id);
    await expect(page.getByRole('option', { selected: true })).toHaveCount(1);
    await expect(options(page).nth(at)).toHaveAttribute('aria-selected', 'true');
    await expect(field).toBeFocused();
  };
  await page.keyboard.press('ArrowDown');
  await expectChosen(0);
  await page.keyboard.press('ArrowUp');
  await expectChosen(3);
  await page.keyboard.press('ArrowDown');
  await expectChosen(0);

  // Home and End move the caret in the text.
  await page.keyboard.press('Home');
  await page.keyboard.type('x');
  await expect(field).toHaveValue('xkora');
  await expect(field).not.toHaveAttribute('aria-activedescendant');
  await page.keyboard.press('Backspace');
  await expect(options(page)).toHaveCount(4);

  await page.keyboard.press('Escape');
  await expect(listbox(page)).toHaveCount(0);
  await expect(field).toHaveValue('kora');
  await page.keyboard.press('ArrowDown');
  await expect(options(page)).toHaveCount(4);
  await page.keyboard.press('Tab');
  await expect(field).not.toBeFocused();
  await expect(listbox(page)).toHaveCount(0);
  await page.keyboard.press('Shift+Tab');
  await expect(options(page)).toHaveCount(4);
  await page.getByRole('heading', { level: 1 }).click();
  await expect(listbox(page)).toHaveCount(0);

  await field.click();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(field).toHaveValue('');
  await page.keyboard.type('kora thr');
  // Searched for as written, not as markup.
  await expect(options(page)).toHaveCount(1);
  await expect(options(page)).toHaveText(/^Kora <b>Three<\/b>/);
  await field.fill('kora o');
  await expect(options(page)).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/category/${demo.category.id}`);
  await expect(page.getByRole('dialog', { name: demo.artist.name })).toBeVisible();
});

test('the index is loaded with the first touch, and only once', async ({ visitor, demo }) => {
  const visit = await visitor({ language: 'en', ...PHONE });
  const { page } = visit;
  const asked: string[] = [];
  page.on('request', (request) => {
    if (/search-(index|results)/.test(request.url())) asked.push(request.url());
  });
  await open(visit);
  await expect(page.getByRole('region', { name: /^Notifications/ })).toBeAttached();
  expect(asked).toEqual([]);
  await fieldOf(page).fill('kasanji');
  await optionOf(page, demo.artist.name).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.goBack();
  await fieldOf(page).fill('kasanji');
  await expect(optionOf(page, demo.artist.name)).toBeVisible();
  expect(asked).toHaveLength(2);
});

test('an artist who was just added is found, and matches that do not fit are counted', async ({
  administrator,
}) => {
  const visit = await administrator({ language: 'en', ...LAPTOP }, '/admin');
  const { page, texts } = visit;
  const category = await addCategory(page);
  for (let i = 0; i < 9; i++) await addArtist(page, [category]);
  const { name } = await addArtist(page, [category]);
  await open(visit);
  await fieldOf(page).fill(name);
  await expect(options(page).first().getByText(name, { exact: true })).toBeVisible();
  await fieldOf(page).fill(category.name);
  await expect(options(page)).toHaveCount(8);
  await expect(options(page).first()).toHaveText(category.name);
  await expect(
    page.getByText(fillIn(texts.catalog.search.further, { more: 3 }), { exact: true }),
  ).toBeAttached();
  const { results_other: results, first } = texts.catalog.search;
  await expect(announcement(page)).toHaveText(
    `${fillIn(results, { count: 11 })}, ${fillIn(first, { shown: 8 })}`,
  );
});

test.describe('text typed before the code has loaded', () => {
  test('is searched for afterwards', async ({ visitor, demo }) => {
    const { page } = await visitor({ language: 'en', ...PHONE });
    const release = await hold(page, '**/assets/*.js');
    await page.goto('/categories', { waitUntil: 'commit' });
    await fieldOf(page).fill('kasan');
    const before = await fieldOf(page).elementHandle();
    release();
    await expect(optionOf(page, demo.artist.name)).toBeVisible();
    expect(await before?.evaluate((field) => field === document.activeElement)).toBe(true);
    await page.keyboard.type('ji');
    await expect(fieldOf(page)).toHaveValue('kasanji');
    await expect(optionOf(page, demo.artist.name)).toBeVisible();
  });

  test('is searched for once the code of the search has loaded', async ({ visitor, demo }) => {
    const visit = await visitor({ language: 'fr', ...PHONE });
    const { page } = visit;
    const release = await hold(page, CODE);
    await open(visit);
    await expect(page.getByRole('region', { name: /^Notifications/ })).toBeAttached();
    await fieldOf(page).fill('kasanji');
    release();
    await expect(optionOf(page, demo.artist.name)).toBeVisible();
  });

  test('is kept when the page is rendered again in another language', async ({ visitor, demo }) => {
    const { page } = await visitor({ language: 'en', ...PHONE });
    await page.addInitScript(() => localStorage.setItem('language', 'fr'));
    const release = await hold(page, '**/assets/*.js');
    await page.goto('/categories', { waitUntil: 'commit' });
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    await fieldOf(page).fill('kasanji');
    release();
    const { label } = textsOf('fr').catalog.search;
    await expect(page.getByRole('combobox', { name: label })).toHaveValue('kasanji');
    await expect(optionOf(page, demo.artist.name)).toBeVisible();
    await expect(fieldOf(page)).toBeFocused();
  });
});

test('the code of the search fails to load without a network, and loads once it is retried', async ({
  visitor,
  demo,
}) => {
  const visit = await visitor({ language: 'en', ...PHONE, goesOffline: true });
  const { page, texts } = visit;
  await open(visit);
  await expect(page.getByRole('region', { name: /^Notifications/ })).toBeAttached();
  await page.context().setOffline(true);
  await fieldOf(page).fill('kasanji');
  const search = page.getByRole('search');
  await expect(search.getByRole('alert')).toHaveText(texts.catalog.search.failed);
  await page.context().setOffline(false);
  await search.getByRole('button', { name: texts.common.retry }).click();
  await expect(optionOf(page, demo.artist.name)).toBeVisible();
  await expect(fieldOf(page)).toHaveValue('kasanji');
});

test('a profile opens on the page that is open already, and opens again', async ({
  visitor,
  demo: { artist, category },
}) => {
  const { page } = await visitor({ language: 'en', ...PHONE });
  await page.goto(`/category/${category.id}`);
  await expect(page.getByRole('article').first()).toBeVisible();
  const openProfile = () =>
    page.evaluate((address) => history.pushState(null, '', address), `?artist=${artist.id}`);
  for (const _ of [1, 2]) {
    await openProfile();
    await expect(page.getByRole('dialog', { name: artist.name })).toBeVisible();
    await expect(page).toHaveURL(`/category/${category.id}`);
    await page.goBack();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
});

test('the results lie over the page, within the visible part of the screen', async ({
  visitor,
}) => {
  const visit = await visitor({ language: 'fr', ...PHONE });
  const { page } = visit;
  await open(visit);
  const card = page.getByRole('article').first();
  const before = await card.boundingBox();
  // The height of a phone with its keyboard open.
  await page.setViewportSize({ width: PHONE.width, height: 360 });
  await fieldOf(page).fill('annee');
  await expect(options(page)).toHaveCount(8);
  const spaceBelow = () =>
    page.locator('.search-panel').evaluate((panel) => {
      const { bottom } = panel.getBoundingClientRect();
      return Math.round(window.innerHeight - bottom);
    });
  await expect.poll(spaceBelow).toBeGreaterThanOrEqual(0);
  await page.keyboard.press('ArrowUp');
  await expect(options(page).last()).toBeInViewport();
  await page.evaluate(() => window.scrollTo(0, 0));
  await page.setViewportSize(PHONE);
  expect(await card.boundingBox()).toEqual(before);
});
