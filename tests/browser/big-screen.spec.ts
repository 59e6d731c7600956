import { expect } from '@playwright/test';
import type { Nomination } from '#shared/contracts/catalog';
import { test } from './support/test';

const HALL = { width: 1920, height: 1080 };

for (const language of ['en', 'fr'] as const) {
  test(`the hall sees the places, and how to vote, ${language}`, async ({ visitor }) => {
    const { page, demo, texts } = await visitor({ language, ...HALL });
    await page.goto(`/screen/${demo.category.id}?lang=${language}`);
    const stage = page.locator('.big-screen');
    await expect(stage.getByRole('listitem').first()).toBeVisible();
    await expect(stage.getByText(texts.screen.vote)).toBeVisible();
    await expect(stage.getByRole('img', { name: `/category/${demo.category.id}` })).toBeVisible();
    // All of it, at 16:9, and nothing to press.
    expect(await stage.boundingBox()).toEqual({ x: 0, y: 0, ...HALL });
    await expect(stage.getByRole('link')).toHaveCount(0);
    await expect(stage.getByRole('button')).toHaveCount(0);
  });
}

test('the team opens the places one by one, the first place last', async ({ administrator }) => {
  const { page, demo } = await administrator({ language: 'en', ...HALL }, '/admin');
  const answer = await page.request.get(`/api/nominations/category/${demo.category.id}`);
  const nominations: Nomination[] = await answer.json();
  await page.route('**/api/admin/nominations/category/*', (route) =>
    route.fulfill({
      json: nominations.map((one, index) => ({ ...one, voteCount: 900 - index * 100 })),
    }),
  );
  await page.goto(`/screen/${demo.category.id}?lang=en&reveal`);
  const [winner, second] = nominations;
  const name = (one: Nomination) => page.getByRole('listitem').getByText(one.artist.name);
  const shown = Math.min(5, nominations.length);
  await expect(page.getByRole('listitem')).toHaveCount(shown);
  await expect(name(winner!)).toHaveCount(0);
  for (let opened = 1; opened < shown; opened++) await page.keyboard.press('Space');
  await expect(name(second!)).toBeVisible();
  await expect(name(winner!)).toHaveCount(0);
  await page.keyboard.press('Space');
  await expect(name(winner!)).toBeVisible();
  await page.keyboard.press('Backspace');
  await expect(name(winner!)).toHaveCount(0);
});
