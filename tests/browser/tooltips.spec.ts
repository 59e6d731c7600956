import { expect } from '@playwright/test';
import { test } from './support/test';
import { showTooltip, tooltipOf } from './support/tooltip';

test('an icon shows its name after 700 ms, its neighbour at once, and Escape hides it', async ({
  visitor,
}) => {
  const { page } = await visitor({ language: 'fr', width: 1280, height: 900 });
  await page.goto('/');
  await page.getByRole('main').getByRole('link').first().click();
  const icons = page.getByRole('article').getByRole('button').and(page.locator('[data-tooltip]'));
  await expect(icons.nth(1)).toBeVisible();
  for (const each of [0, 1]) {
    const icon = icons.nth(each);
    const name = (await icon.getAttribute('aria-label')) ?? '';
    await expect(icon).toHaveAttribute('data-tooltip', name);
  }
  const first = await showTooltip(icons.nth(0));
  const second = await tooltipOf(icons.nth(1));
  await page.mouse.move(0, 0);
  await expect(first).toHaveCount(0);
  // Long after that tooltip: the next one opens with the full delay.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 600_000);

  await icons.nth(0).hover();
  await page.clock.runFor(650);
  await expect(first).toHaveCount(0);
  await page.clock.runFor(100);
  await expect(first).toBeVisible();

  await icons.nth(1).hover();
  await page.clock.runFor(10);
  await expect(second).toBeVisible();

  await page.keyboard.press('Escape');
  await expect(second).toHaveCount(0);
});
