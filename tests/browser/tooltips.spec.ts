import { expect, test } from '@playwright/test';
import { newVoter } from './support/voter';

test('an icon tells its name after 700 ms, its neighbour at once, and Escape hides it', async ({
  browser,
}) => {
  const { context, page } = await newVoter(browser, { language: 'fr', width: 1280, height: 900 });
  await page.goto('/');
  await page.getByRole('main').getByRole('link').first().click();
  const icons = page.getByRole('article').getByRole('button').and(page.locator('[data-tooltip]'));
  await expect(icons.nth(1)).toBeVisible();
  const firstName = (await icons.nth(0).getAttribute('aria-label')) ?? '';
  const secondName = (await icons.nth(1).getAttribute('aria-label')) ?? '';
  const bubble = (name: string) => page.locator('[aria-hidden]').getByText(name, { exact: true });
  await page.waitForLoadState('networkidle'); // the tooltips come in a chunk of their own
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);

  await icons.nth(0).hover();
  await page.clock.runFor(650);
  await expect(bubble(firstName)).toHaveCount(0);
  await page.clock.runFor(100);
  await expect(bubble(firstName)).toBeVisible();

  await icons.nth(1).hover();
  await page.clock.runFor(10);
  await expect(bubble(secondName)).toBeVisible();

  await page.keyboard.press('Escape');
  await expect(bubble(secondName)).toHaveCount(0);
  await context.close();
});
