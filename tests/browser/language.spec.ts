import { expect } from '@playwright/test';
import { test } from './support/test';
import { textsOf } from './support/texts';
import { UNKNOWN_ID } from './support/visit';
import { PHONE } from './support/voter';

for (const [locale, language] of [
  ['fr-CM', 'fr'],
  ['fr', 'fr'],
  ['en-GB', 'en'],
  ['de-DE', 'en'],
] as const) {
  test.describe(`the language of a browser set to ${locale}`, () => {
    test.use({ locale, viewport: PHONE });

    test(`is ${language}`, async ({ page }) => {
      await page.goto('/categories');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(
        textsOf(language).catalog.categories.heading,
      );
      await expect(page.locator('html')).toHaveAttribute('lang', language);
    });
  });
}

test.describe('the language', () => {
  test('that was chosen is remembered', async ({ visitor }) => {
    const { page } = await visitor({ language: 'en', ...PHONE });
    await page.goto('/categories');
    const fr = textsOf('fr');
    await page.getByRole('banner').getByRole('button', { name: fr.common.languageName.fr }).click();
    const heading = page.getByRole('heading', { level: 1 });
    await expect(heading).toHaveText(fr.catalog.categories.heading);
    await expect(page).toHaveTitle(new RegExp(`^${fr.catalog.categories.pageTitle} `));
    expect(await page.evaluate(() => localStorage.getItem('language'))).toBe('fr');
    await page.reload();
    await expect(heading).toHaveText(fr.catalog.categories.heading);
    await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
  });

  test('of a shared link applies to the visitor who opens it, until they choose', async ({
    visitor,
    demo,
  }) => {
    const { page } = await visitor({ language: 'en', ...PHONE });
    for (const path of [`/category/${demo.category.id}?artist=${demo.artist.id}`, '/my-receipts']) {
      await page.goto(`${path}${path.includes('?') ? '&' : '?'}lang=fr`);
      await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
      // Without the parameter, and otherwise as shared.
      await expect(page).not.toHaveURL(/lang=/);
      await page.reload();
      await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
    }
    const { languageName, back } = textsOf('en').common;
    await page.goto('/categories');
    await page.getByRole('banner').getByRole('button', { name: languageName.en }).click();
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    await page.goto(`/category/${demo.category.id}?lang=fr`);
    await expect(page.getByRole('button', { name: back, exact: true }).first()).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    await expect(page).not.toHaveURL(/lang=/);
  });

  test('that is chosen clears the announcements in the previous one', async ({ visitor, demo }) => {
    const { page } = await visitor({ language: 'fr', ...PHONE });
    await page.goto(`/category/${demo.category.id}?artist=${UNKNOWN_ID}`);
    const announcements = page.locator('#announcements');
    await expect(announcements).toHaveText(textsOf('fr').catalog.profile.notFoundHeading);
    const textAtTheChange = await announcements.evaluate(
      (place, other) =>
        new Promise<string | null>((resolve) => {
          const changed = new MutationObserver(() => resolve(place.textContent));
          changed.observe(document.documentElement, { attributeFilter: ['lang'] });
          document.querySelector<HTMLButtonElement>(`button[lang="${other}"]`)?.click();
        }),
      'en',
    );
    expect(textAtTheChange).toBe('');
    await expect(announcements).toHaveText(textsOf('en').common.languageNow);
  });

  test('that was stored but is invalid is determined again', async ({ visitor }) => {
    const { page } = await visitor({ language: 'fr', ...PHONE });
    await page.goto('/categories');
    await page.evaluate(() => localStorage.setItem('language', 'klingon'));
    await page.reload();
    await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
  });
});
