import { expect, type Locator } from '@playwright/test';
import { FLOW_VOTERS } from './support/flows';
import { manyArtists } from './support/many-artists';
import { type NewAdministrator, test } from './support/test';
import { expectUsable } from './support/usable';
import { toastIn, withoutShareSheet } from './support/visit';
import { EVERY_VOTER, type VoterSetup } from './support/voter';

const COUNT = 2_000;
/** Most artists that a page may contain, whatever the size of the window. */
const MAX_IN_PAGE = 120;

/** Opens the artists' tab of an administrator whose event has two thousand artists. */
async function openManyArtists(administrator: NewAdministrator, setup: VoterSetup) {
  const path = '/admin?tab=analytics';
  const { page, texts: all } = await administrator(setup, path);
  const { artists, categories } = manyArtists(COUNT);
  await page.route('**/api/admin/artists', (route) => route.fulfill({ json: artists }));
  await page.route('**/api/admin/categories', (route) => route.fulfill({ json: categories }));
  await page.goto('/admin');
  const main = page.getByRole('main');
  const items = main.getByRole('tabpanel').getByRole('listitem');
  await expect(items.first()).toBeVisible();
  return { page, main, items, categories, texts: all.admin };
}

const positionOf = async (item: Locator) => Number(await item.getAttribute('aria-posinset'));

const topOf = (item: Locator) =>
  item.evaluate((element) => Math.round(element.getBoundingClientRect().top));

/** Counted in frames: on a slow machine, something that moves looks still between two frames. */
const STILL_FRAMES = 5;

const waitUntilStill = (item: Locator) =>
  item.evaluate(
    (element, frames) =>
      new Promise<void>((resolve) => {
        let still = 0;
        let before = Number.NaN;
        const compare = () => {
          const { top } = element.getBoundingClientRect();
          still = top === before ? still + 1 : 0;
          before = top;
          if (still < frames) requestAnimationFrame(compare);
          else resolve();
        };
        compare();
      }),
    STILL_FRAMES,
  );

/** The name in the middle of those in the page, and the next one. */
async function namesInTheMiddle(items: Locator): Promise<[string, string]> {
  await waitUntilStill(items.first());
  const names = await items.getByRole('heading').allTextContents();
  const [name = '', next = ''] = names.slice(Math.floor(names.length / 2));
  return [name, next];
}

for (const setup of FLOW_VOTERS) {
  const { language, width } = setup;
  test(`two thousand artists are listed, found and scrolled through, ${language}, ${width} px`, async ({
    administrator,
  }) => {
    const { page, main, items, categories, texts } = await openManyArtists(administrator, setup);
    const status = main.getByRole('status');

    for (const view of ['list', 'grid'] as const) {
      await test.step(`as a ${view}`, async () => {
        await page.getByRole('button', { name: texts.artists.viewMode[view] }).click();
        await expect(items.first()).toHaveAttribute('aria-posinset', '1');
        await expect(items.first()).toHaveAttribute('aria-setsize', String(COUNT));
        expect(await items.count()).toBeLessThan(MAX_IN_PAGE);
        await expectUsable(page);

        await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight / 2));
        await expect.poll(() => positionOf(items.first())).toBeGreaterThan(COUNT / 4);
        await expect(items.nth(Math.floor((await items.count()) / 2))).toBeInViewport();
        await page.keyboard.press('End');
        const last = main.getByRole('listitem').and(page.locator(`[aria-posinset="${COUNT}"]`));
        await expect(async () => {
          await page.keyboard.press('End');
          await expect(last).toBeInViewport({ timeout: 1_000 });
        }).toPass();
        await page.evaluate(() => window.scrollTo(0, 0));
      });
    }

    await test.step('search and category leave those that match', async () => {
      await page.getByLabel(texts.artists.search).fill('emilie ngassa 1999');
      await expect(items).toHaveCount(1);
      await expect(items).toContainText('Émilie Ngassa 1999');
      await page.getByLabel(texts.artists.search).fill('ngassa');
      await expect(status).toContainText('250');
      await page
        .getByLabel(texts.artists.category, { exact: true })
        .selectOption(categories[7]!.id);
      await expect(status).not.toContainText('250');
      await expect(items.first()).toContainText('Ngassa');
    });
  });
}

test('Tab reaches all artists in their order, beyond the visible part of the list', async ({
  administrator,
}) => {
  const { page, items } = await openManyArtists(administrator, EVERY_VOTER[1]!);
  const focused = items.filter({ has: page.locator(':focus') });
  await items.first().getByRole('link').first().focus();
  for (let position = 1; position <= 40; position++) {
    await expect(focused).toHaveAttribute('aria-posinset', String(position));
    await expect(focused).toBeInViewport();
    // Each artist has four stops: edit, posters, share and delete.
    for (let stop = 0; stop < 4; stop++) await page.keyboard.press('Tab');
  }
});

test('the link to a public profile is copied, once there is a category to show it in', async ({
  administrator,
}) => {
  const setup = EVERY_VOTER[1]!;
  const { page, texts } = await administrator(setup, '/admin?tab=analytics');
  await withoutShareSheet(page);
  const [nominated, other] = manyArtists(2).artists;
  const notNominated = { ...other!, categories: [], categoryCount: 0 };
  await page.route('**/api/admin/artists', (route) =>
    route.fulfill({ json: [nominated, notNominated] }),
  );
  await page.goto('/admin');
  const share = ({ name }: { name: string }) =>
    page.getByRole('button', { name: texts.catalog.artist.shareOf.replace('{{name}}', name) });

  await share(nominated!).click();
  const { copied, artistCopied } = texts.catalog.share;
  await expect(toastIn(page, copied)).toContainText(artistCopied);
  const { origin } = new URL(page.url());
  const link = `${origin}/category/${nominated!.categories[0]!.id}?artist=${nominated!.id}&lang=en&ref=share`;
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  expect(await clipboard()).toBe(link);

  await share(notNominated).click();
  const { title, description } = texts.admin.artists.notNominated;
  await expect(toastIn(page, title)).toContainText(description);
  expect(await clipboard()).toBe(link);
});

for (const view of ['list', 'grid'] as const) {
  test(`returning from an artist restores the position in the ${view}`, async ({
    administrator,
  }) => {
    const { page, items, texts } = await openManyArtists(administrator, EVERY_VOTER[1]!);
    await page.getByRole('button', { name: texts.artists.viewMode[view] }).click();
    await page.getByLabel(texts.artists.search).fill('a');
    for (let turns = 8; turns > 0; turns--) {
      await page.mouse.wheel(0, 1_500);
      await expect(items.first()).toBeAttached();
    }
    await expect.poll(() => positionOf(items.first())).toBeGreaterThan(20);
    const [name] = await namesInTheMiddle(items);
    const item = items.filter({ has: page.getByRole('heading', { name, exact: true }) });
    await item.scrollIntoViewIfNeeded();
    await waitUntilStill(item);
    const top = await topOf(item);
    const y = await page.evaluate(() => window.scrollY);

    await item.getByRole('link').first().click();
    await expect(page).toHaveURL(/\/admin\/artists\//);
    await expect(items).toHaveCount(0);
    await page.goBack();
    await expect(page.getByLabel(texts.artists.search)).toHaveValue('a');
    await expect(item).toBeInViewport();
    await expect.poll(async () => Math.abs((await topOf(item)) - top)).toBeLessThan(4);
    expect(Math.abs((await page.evaluate(() => window.scrollY)) - y)).toBeLessThan(4);
  });
}

test('after a deletion far down the list, the next artist has the focus and nothing has moved', async ({
  administrator,
}) => {
  const { page, items, texts } = await openManyArtists(administrator, EVERY_VOTER[1]!);
  const { artists } = manyArtists(COUNT);
  await page.route('**/api/admin/artists/*', (route) => route.fulfill({ status: 204 }));
  await page.evaluate(() => window.scrollTo(0, 50_000));
  await expect.poll(() => positionOf(items.first())).toBeGreaterThan(100);
  const [name, next] = await namesInTheMiddle(items);
  await page.route('**/api/admin/artists', (route) =>
    route.fulfill({ json: artists.filter((artist) => artist.name !== name) }),
  );
  const y = await page.evaluate(() => window.scrollY);
  await page
    .getByRole('button', { name: texts.delete.replace('{{name}}', name), exact: true })
    .click();
  await expect(page.getByRole('heading', { name, exact: true })).toHaveCount(0);
  const edit = page.getByRole('link', { name: texts.edit.replace('{{name}}', next), exact: true });
  await expect(edit).toBeFocused();
  expect(Math.abs((await page.evaluate(() => window.scrollY)) - y)).toBeLessThan(4);
});
