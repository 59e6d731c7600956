import { expect, test } from '@playwright/test';
import { newVoter } from './support/voter';

test('an icon tells its name after 700 ms, its neighbour at once, and Escape hides it', async ({
  browser,
}) => {
  const { context, page, texts } = await newVoter(browser, {
    language: 'fr',
    width: 1280,
    height: 900,
  });
  await page.clock.install();
  await page.goto('/');
  await page.getByRole('main').getByRole('link').first().click();
  const shareLabel = texts.catalog.artist.shareOf.split('{{')[0] ?? '';
  const shareButtons = page.getByRole('button', { name: new RegExp(`^${shareLabel}`) });
  await expect(shareButtons.first()).toBeVisible();
  const tooltips = page.locator('[aria-hidden]').filter({ hasText: new RegExp(`^${shareLabel}`) });

  await shareButtons.nth(0).hover();
  await page.clock.runFor(650);
  await expect(tooltips).toHaveCount(0);
  await page.clock.runFor(100);
  await expect(tooltips).toHaveCount(1);

  await shareButtons.nth(1).hover();
  await page.clock.runFor(10);
  const second = (await shareButtons.nth(1).getAttribute('aria-label')) ?? '';
  await expect(tooltips).toHaveText(second);

  await page.keyboard.press('Escape');
  await expect(tooltips).toHaveCount(0);
  await context.close();
});
