import { type Browser, type BrowserContext, expect, test } from '@playwright/test';
import { LANGUAGES, type Language } from '#shared/domain/localized';
import { toastIn } from './support/stage';
import { textsOf } from './support/texts';
import { newVoter } from './support/voter';

const contexts: BrowserContext[] = [];
test.afterEach(async () => {
  await Promise.all(contexts.splice(0).map((context) => context.close()));
});

async function visitor(browser: Browser, language: Language) {
  const { page, context } = await newVoter(browser, { language, width: 360, height: 740 });
  contexts.push(context);
  return page;
}

/** The built file of a module with this name. */
const codeOf = (name: string) => new RegExp(`/assets/${name}-[^/]*\\.js$`);

for (const language of LANGUAGES) {
  const other = language === 'fr' ? 'en' : 'fr';

  test(`a page whose ${language} texts do not arrive speaks ${other}`, async ({ browser }) => {
    const page = await visitor(browser, language);
    await page.route(codeOf(language), (route) => route.abort());
    await page.goto('/categories');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      textsOf(other).catalog.categories.heading,
    );
    await expect(page.locator('html')).toHaveAttribute('lang', other);
  });

  test(`a switch from ${language} whose texts do not arrive says so and changes nothing`, async ({
    browser,
  }) => {
    const texts = textsOf(language);
    const page = await visitor(browser, language);
    await page.goto('/categories');
    await expect(page.getByRole('article').first()).toBeVisible();
    await page.context().setOffline(true);
    await page
      .getByRole('banner')
      .getByRole('button', { name: texts.common.languageName[other] })
      .click();
    const toast = toastIn(page, texts.common.languageFailed.title);
    await expect(toast).toContainText(texts.common.languageFailed.description);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      texts.catalog.categories.heading,
    );
  });

  test(`a page that was open during a release finds today’s code by itself (${language})`, async ({
    browser,
  }) => {
    const texts = textsOf(language);
    const page = await visitor(browser, language);
    await page.goto('/categories');
    await expect(page.getByRole('article').first()).toBeVisible();
    await page.route(codeOf('my-receipts-page'), (route) => route.fulfill({ status: 404 }), {
      times: 1,
    });
    await page.getByRole('link', { name: texts.common.footer.receiptLink }).click();
    await expect(page.getByLabel(texts.receipts.search.email)).toBeVisible();
    await expect(page).toHaveURL(/\/my-receipts$/);
  });

  test(`code that stays away is told of, and leads on (${language})`, async ({ browser }) => {
    const texts = textsOf(language);
    const page = await visitor(browser, language);
    await page.route(codeOf('my-receipts-page'), (route) => route.fulfill({ status: 404 }));
    await page.goto('/my-receipts');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(texts.common.crash.heading);
    await page.unroute(codeOf('my-receipts-page'));
    await page.getByRole('button', { name: texts.common.crash.reload }).click();
    await expect(page.getByLabel(texts.receipts.search.email)).toBeVisible();
  });
}

test('a page without any of its code offers to try again, in both languages', async ({
  browser,
}) => {
  const page = await visitor(browser, 'fr');
  await page.route(/\/assets\/.*\.js$/, (route) => route.abort());
  await page.goto('/categories');
  const reload = page.getByRole('link', { name: 'Recharger · Reload' });
  await expect(reload).toBeVisible();
  await page.unroute(/\/assets\/.*\.js$/);
  await reload.click();
  await expect(page.getByRole('article').first()).toBeVisible();
});
