import { expect, type Page } from '@playwright/test';
import type { Nomination } from '#shared/contracts/catalog';
import { flowLanguages } from './support/flows';
import { expectNoCutText } from './support/layout';
import { test } from './support/test';
import { fillIn } from './support/texts';
import { answer, hold, intercept, type Visit } from './support/visit';

const HALL = { width: 1920, height: 1080 };

for (const language of flowLanguages('fr')) {
  test(`the hall sees the ranks, and how to vote, ${language}`, async ({ visitor }) => {
    const { page, demo, texts } = await visitor({ language, ...HALL });
    await page.goto(`/screen/${demo.category.id}?lang=${language}`);
    const stage = page.locator('.big-screen');
    await expect(stage.getByRole('listitem').first()).toBeVisible();
    await expect(stage.getByText(texts.screen.vote)).toBeVisible();
    await expect(stage.getByRole('img', { name: `/category/${demo.category.id}` })).toBeVisible();
    // The whole screen at 16:9, without controls.
    expect(await stage.boundingBox()).toEqual({ x: 0, y: 0, ...HALL });
    await expect(stage.getByRole('link')).toHaveCount(0);
    await expect(stage.getByRole('button')).toHaveCount(0);
  });
}

/** Replaces the votes of every nominee. */
const withVotes = ({ page }: Visit, votesOf: (index: number) => number) =>
  intercept(page, '**/api/nominations/category/*', async (route) => {
    const response = await route.fetch();
    const nominations: Nomination[] = await response.json();
    const json = nominations.map((nomination, index) => ({
      ...nomination,
      voteCount: votesOf(index),
      standing: null,
    }));
    await route.fulfill({ response, json });
  });

for (const size of [HALL, { width: 1280, height: 720 }]) {
  test(`five portraits fill the row at ${size.width} pixels, and no name is cut`, async ({
    visitor,
  }) => {
    const visit = await visitor({ language: 'fr', ...size });
    const { page, demo } = visit;
    await withVotes(visit, (index) => 900 - index * 90);
    await page.goto(`/screen/${demo.category.id}?lang=fr`);
    const places = page.locator('.big-screen').getByRole('listitem');
    await expect(places).toHaveCount(5);
    // The photograph, or the initial in its place.
    const portrait = places.first().locator('[aria-hidden]').first();
    await expect
      .poll(async () => (await portrait.boundingBox())?.height)
      .toBeGreaterThan(size.height * 0.3);
    const letters = await places
      .locator('[translate="no"]')
      .evaluateAll((names) =>
        names.map((name) => Number.parseFloat(getComputedStyle(name).fontSize)),
      );
    // Readable from twenty metres: as large as a fiftieth of the screen's height appears in the
    // front rows.
    expect(Math.min(...letters)).toBeGreaterThan(size.height / 50);
    await expectNoCutText(page);
  });
}

test('before the first vote no nominee is first', async ({ visitor }) => {
  const visit = await visitor({ language: 'en', ...HALL });
  await withVotes(visit, () => 0);
  await visit.page.goto(`/screen/${visit.demo.category.id}?lang=en`);
  const places = visit.page.locator('.big-screen').getByRole('listitem');
  await expect(places).toHaveCount(5);
  await expect(places.getByText(fillIn(visit.texts.screen.place, { place: 1 }))).toHaveCount(0);
});

for (const [what, block] of [
  ['do not respond', hold],
  ['fail', (page: Page, url: string) => answer(page, url, { code: 'unavailable' }, 503)],
] as const) {
  test(`nominees that ${what} are called loading, and not missing`, async ({ visitor }) => {
    const { page, demo, texts } = await visitor({ language: 'en', ...HALL });
    await block(page, '**/api/nominations/category/**');
    await page.goto(`/screen/${demo.category.id}?lang=en`);
    await expect(page.getByRole('heading', { name: demo.category.name })).toBeVisible();
    await expect(page.getByText(texts.screen.loading)).toBeVisible();
    // Asked again, two seconds after the first failure.
    if (block !== hold) await page.waitForResponse('**/api/nominations/category/*');
    await expect(page.getByText(texts.screen.nobody)).toHaveCount(0);
  });
}

test('a category that the site does not have is not called loading', async ({ visitor }) => {
  const { page, texts } = await visitor({ language: 'en', ...HALL });
  await page.goto('/screen/00000000-0000-4000-8000-000000000099?lang=en');
  await expect(page.getByText(texts.screen.nobody)).toBeVisible();
  await expect(page.getByText(texts.screen.waiting)).toHaveCount(0);
});

test('the team reveals the ranks one by one, the first one last', async ({ administrator }) => {
  const { page, demo, texts } = await administrator({ language: 'en', ...HALL }, '/admin');
  const answer = await page.request.get(`/api/nominations/category/${demo.category.id}`);
  const nominations: Nomination[] = await answer.json();
  await page.route('**/api/admin/nominations/category/*', (route) =>
    route.fulfill({
      json: nominations.map((nomination, index) => ({
        ...nomination,
        voteCount: 900 - index * 100,
      })),
    }),
  );
  await page.goto(`/screen/${demo.category.id}?lang=en&reveal`);
  const [winner, second] = nominations;
  const name = (nomination: Nomination) =>
    page.getByRole('listitem').getByText(nomination.artist.name);
  // Each fills the screen for a moment.
  const onStage = (one: Nomination) =>
    page.locator('.big-screen section').getByText(one.artist.name, { exact: true });
  const shown = Math.min(5, nominations.length);
  await expect(page.getByRole('listitem')).toHaveCount(shown);
  await expect(name(winner!)).toHaveCount(0);
  for (let opened = 1; opened < shown; opened++) await page.keyboard.press('Space');
  await expect(onStage(second!)).toBeVisible();
  await expect(page.getByText(texts.screen.winner)).toHaveCount(0);
  await expect(name(second!)).toBeVisible();
  await expect(name(winner!)).toHaveCount(0);
  await page.keyboard.press('Space');
  await expect(onStage(winner!)).toBeVisible();
  await expect(page.getByText(texts.screen.winner)).toBeVisible();
  await expect(name(winner!)).toBeVisible();
  await page.keyboard.press('Backspace');
  await expect(name(winner!)).toHaveCount(0);
});
