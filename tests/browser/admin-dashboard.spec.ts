import { expect, type Locator, type Page } from '@playwright/test';
import { LANGUAGES } from '#shared/domain/localized';
import { ADMINISTRATOR, adminLinks, followAdminLink, SAME_ORIGIN } from './support/administrator';
import { FLOW_VOTERS } from './support/flows';
import {
  expectNoCutText,
  expectNoSidewaysScroll,
  expectWholeWords,
  setTextSize,
} from './support/layout';
import { manyArtists } from './support/many-artists';
import { addArtist, addCategory, removeAdded } from './support/own-catalog';
import { createSignal } from './support/signal';
import { test } from './support/test';
import { expectUsable } from './support/usable';
import { signInAsAdministrator, toastIn } from './support/visit';
import { EVERY_VOTER } from './support/voter';

test.afterEach(removeAdded);

const rowsOf = (boxes: Locator): Promise<number> =>
  boxes.evaluateAll((all) => new Set(all.map((box) => box.getBoundingClientRect().top)).size);

/** Delays this code of the page until it is released. */
async function holdCode(page: Page, name: string) {
  const requested = createSignal();
  const release = createSignal();
  await page.route(new RegExp(`/assets/${name}-[^/]*\\.js$`), async (route) => {
    requested.fire();
    await release.fired;
    await route.continue();
  });
  return { isRequested: requested.fired, release: release.fire };
}

const LIGHT = 'rgb(246, 245, 249)';
const DARK = 'rgb(18, 11, 30)';

const expectBackground = (page: Page, colour: string): Promise<void> =>
  expect
    .poll(() =>
      page.evaluate(() => [
        getComputedStyle(document.documentElement).backgroundColor,
        document.querySelector('meta[name="theme-color"]')?.getAttribute('content'),
      ]),
    )
    .toEqual([colour, colour]);

for (const setup of FLOW_VOTERS) {
  const { language, width } = setup;
  test(`an administrator manages artists and categories, ${language}, ${width} px`, async ({
    administrator,
  }) => {
    const { page, texts } = await administrator(setup, '/admin');
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
      await expectUsable(page);
    });

    await test.step('artists are searched, laid out, deleted and restored', async () => {
      const { id, name } = await addArtist(page, [await addCategory(page)]);
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
      await expectUsable(page);

      await search.fill(name);
      await press(admin.delete.replace('{{name}}', name));
      // The toast stays for as long as the pointer hovers over it.
      await toastIn(page, admin.artists.deleted).hover();
      await expect(row(name)).toHaveCount(0);
      await press(admin.undo);
      await expect(toastIn(page, admin.artists.restored)).toBeVisible();
      await expect(row(name)).toBeVisible();
      // The pointer is over this toast, too, which may cover the next button.
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

    await test.step('a category is found in the second tab, deleted and restored', async () => {
      const { name } = await addCategory(page);
      await page.getByRole('tab', { name: admin.dashboard.tab.categories }).click();
      await expect(page).toHaveURL(/\?tab=categories$/);
      await page.reload();
      await expect(row(name)).toContainText(admin.categories.noDescription);
      await expectUsable(page);
      await press(admin.delete.replace('{{name}}', name));
      await toastIn(page, admin.categories.deleted).hover();
      await expect(row(name)).toHaveCount(0);
      await press(admin.undo);
      await expect(toastIn(page, admin.categories.restored)).toBeVisible();
      await expect(row(name)).toBeVisible();
      await press(texts.common.close);
      await press(admin.delete.replace('{{name}}', name));
      await expect(row(name)).toHaveCount(0);
    });

    await test.step('the third tab shows figures of the day', async () => {
      await page.getByRole('tab', { name: admin.dashboard.tab.categories }).press('ArrowRight');
      await expect(page).toHaveURL(/\?tab=analytics$/);
      await expect(main.getByText(admin.analytics.methods)).toBeVisible();
      await expectUsable(page);
    });
  });
}

test('the dashboard has links, lists artists in five orders, and shows what failed', async ({
  administrator,
}) => {
  const setup = EVERY_VOTER[1]!;
  const visit = await administrator(setup, '/admin?tab=analytics');
  const { page, texts } = visit;
  const { admin, common } = texts;
  const leadsTo = (name: string, path: string) =>
    expect(page.getByRole('link', { name }).last()).toHaveAttribute('href', path);
  await adminLinks(visit);
  await leadsTo(common.backToHome, '/categories');
  await leadsTo(common.logout, '/api/logout');
  await page.keyboard.press('Escape');
  await leadsTo(admin.analytics.trackingHint, '/admin/voter-tracking');

  const [amadou, beatrice, charlotte] = manyArtists(3).artists.map(({ id, name }) => ({
    id,
    name,
  }));
  await page.route('**/api/admin/artists', async (route) => {
    const [first, second, third] = manyArtists(3).artists;
    const quiet = { ...first, bio: null, bioFr: null, isTrending: false, trendingVotes: 0 };
    await route.fulfill({ json: [second, { ...third, trendingVotes: 500 }, quiet] });
  });
  await page.goto('/admin');
  const items = page.getByRole('tabpanel').getByRole('listitem');
  await expect(items).toHaveCount(3);
  await leadsTo(admin.artists.add, '/admin/artists/new');
  await leadsTo(admin.edit.replace('{{name}}', amadou!.name), `/admin/artists/${amadou!.id}`);
  const asList = page.getByRole('button', { name: admin.artists.viewMode.list });
  await expect(asList).toHaveAttribute('aria-pressed', 'true');
  await expect(items.first()).toContainText('Best 1, Best 4');
  await expect(items.first()).toContainText('0 votes');
  await expect(items.first()).not.toContainText(admin.artists.trending);
  await expect(items.last()).toContainText(admin.artists.trending);

  await page.getByRole('button', { name: admin.artists.viewMode.grid }).click();
  await expect(items.first()).toContainText(admin.artists.noBio);
  await expect(items.first()).toContainText('0 votes · , 2 categories');

  const order = page.getByLabel(admin.artists.sortBy);
  await expect(order).toHaveValue('name-asc');
  const { sort } = admin.artists;
  for (const [label, ordered] of [
    [sort['name-asc'], [amadou, beatrice, charlotte]],
    [sort['name-desc'], [charlotte, beatrice, amadou]],
    [sort['votes-desc'], [beatrice, charlotte, amadou]],
    [sort['votes-asc'], [amadou, charlotte, beatrice]],
    [sort.trending, [charlotte, beatrice, amadou]],
  ] as const) {
    await order.selectOption({ label });
    await expect(items.getByRole('heading')).toContainText(ordered.map((artist) => artist!.name));
  }

  await page.getByRole('tab', { name: admin.dashboard.tab.categories }).click();
  await page.route('**/api/admin/categories/*', (route) => route.fulfill({ status: 500 }));
  const anyDelete = new RegExp(`^${admin.delete.replace('{{name}}', '')}`);
  await page.getByRole('button', { name: anyDelete }).first().click();
  await expect(toastIn(page, admin.error)).toContainText(admin.categories.deleteFailed);
});

for (const language of LANGUAGES) {
  test(`the three tabs share a row on the smallest phone, and break no word with large text (${language})`, async ({
    visitor,
  }) => {
    const { page, texts } = await visitor({ language, width: 320, height: 640 });
    await signInAsAdministrator(page);
    await page.goto('/admin?tab=categories');
    const tabs = page.getByRole('tab');
    await expect(tabs).toHaveText(Object.values(texts.admin.dashboard.tab));
    for (const [width, textSize] of [
      [320, 100],
      [360, 100],
      [320, 200],
      [360, 200],
      [640, 200],
    ] as const) {
      await page.setViewportSize({ width, height: 640 });
      await setTextSize(page, textSize);
      await expectNoSidewaysScroll(page);
      await expectNoCutText(page);
      if (textSize === 100) expect(await rowsOf(tabs), `rows at ${width} px`).toBe(1);
      await expectWholeWords(page);
    }
  });

  test(`the administration is light while its code is loading, the site is dark (${language})`, async ({
    visitor,
  }) => {
    const visit = await visitor({ language, width: 360, height: 740 });
    const { page, texts } = visit;
    await signInAsAdministrator(page);
    const siteTexts = await holdCode(page, language);
    const shell = await holdCode(page, 'admin-shell');

    await page.goto('/admin', { waitUntil: 'commit' });
    await siteTexts.isRequested;
    await expectBackground(page, LIGHT);
    siteTexts.release();
    await expect(page.getByText(texts.common.loading)).toBeVisible();
    await expectBackground(page, LIGHT);
    shell.release();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(texts.admin.shell.dashboard);
    await expectBackground(page, LIGHT);

    await followAdminLink(visit, texts.common.backToHome);
    await expect(page.getByRole('article').first()).toBeVisible();
    await expectBackground(page, DARK);
    await page.goBack();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(texts.admin.shell.dashboard);
    await expectBackground(page, LIGHT);
  });

  test(`coming from the site, the focus is on the heading of the administration (${language})`, async ({
    visitor,
  }) => {
    const voter = await visitor({ language, width: 1280, height: 900 });
    const { page, texts } = voter;
    await signInAsAdministrator(page);
    const shell = await holdCode(page, 'admin-shell');
    await page.goto('/categories');
    await page.getByRole('link', { name: texts.common.adminLink, exact: true }).click();
    await shell.isRequested;
    await expect(page.getByRole('main').getByText(texts.common.loading)).toBeVisible();
    await expectBackground(page, LIGHT);
    await expect(page.locator('#content')).toHaveCount(1);
    shell.release();
    const heading = page.getByRole('heading', { level: 1 });
    await expect(heading).toHaveText(texts.admin.shell.dashboard);
    await expect(heading).toBeFocused();
  });
}
