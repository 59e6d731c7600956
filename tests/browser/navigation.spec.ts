import { expect, type Page } from '@playwright/test';
import { chooseAdministrator } from './support/administrator';
import { flowLanguages } from './support/flows';
import { test } from './support/test';
import { toastIn } from './support/visit';
import { PHONE } from './support/voter';

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const scrollTop = (page: Page) => page.evaluate(() => Math.round(window.scrollY));

for (const language of flowLanguages('en')) {
  test.describe(`in ${language}`, () => {
    test('a new page starts at its top and heading, and Back restores the old position', async ({
      visitor,
    }) => {
      const { page, texts } = await visitor({ language, ...PHONE });
      await page.goto('/categories');
      const card = page.getByRole('article').nth(4);
      const link = card.getByRole('link');
      await link.scrollIntoViewIfNeeded();
      const scrollPosition = await scrollTop(page);
      expect(scrollPosition).toBeGreaterThan(300);
      const category = (await card.getByRole('heading').textContent()) ?? '';

      await link.click();
      await expect(heading(page)).toHaveText(category);
      await expect(heading(page)).toBeFocused();
      await expect(page).toHaveTitle(new RegExp(`^${category} – `));
      await expect.poll(() => scrollTop(page)).toBe(0);
      await expect(page.getByRole('article').first()).toBeVisible();

      await page.goBack();
      await expect(heading(page)).toHaveText(texts.catalog.categories.heading);
      await expect.poll(() => scrollTop(page)).toBe(scrollPosition);
      await expect(page).toHaveTitle(new RegExp(`^${texts.catalog.categories.pageTitle} – `));
    });

    test('the administration is closed to visitors, who see a message and are sent home', async ({
      visitor,
    }) => {
      const { page, texts } = await visitor({ language, ...PHONE });
      for (const path of [
        '/admin',
        '/admin/voter-tracking',
        '/admin/artists/new',
        '/admin/artists/00000000-0000-4000-8000-000000000000',
      ]) {
        await page.goto(path);
        const toast = toastIn(page, texts['sign-in'].admin.unauthorized);
        await expect(toast).toContainText(texts['sign-in'].admin.accessRequired);
        // The toast stays for as long as the pointer hovers over it.
        await toast.hover();
        await expect(page).toHaveURL(/\/categories$/);
        await expect(heading(page)).toHaveText(texts.catalog.categories.heading);
      }
      // A team member whose session ended returns to the requested page after signing in.
      await toastIn(page, texts['sign-in'].admin.unauthorized)
        .getByRole('button', { name: texts.common.login })
        .click();
      await chooseAdministrator(page);
      await expect(page).toHaveURL(/\/admin\/artists\/0{8}-/);
    });
  });
}

test('a menu that is opened again the moment it closes stays open', async ({ visitor }) => {
  const { page, texts } = await visitor({ language: 'en', ...PHONE });
  await page.goto('/categories');
  const opener = page.getByRole('button', { name: texts.common.menu });
  const menu = page.getByRole('dialog');
  // The browser closes the menu first and fires the event later: the press comes in between.
  await opener.evaluate((button: HTMLElement) => {
    const pressAgain = () => {
      button.click();
      button.dataset.pressedAgain = 'yes';
    };
    document.addEventListener('close', pressAgain, { capture: true, once: true });
  });
  await opener.click();
  await expect(menu).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.locator('[data-pressed-again]')).toHaveCount(1);
  await expect(menu).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(menu).toHaveCount(0);
});
