import { expect, type Page } from '@playwright/test';
import { type AccountName, DEMO_ACCOUNTS } from '#sandbox/sign-in/accounts';
import { texts as providerTexts } from '#sandbox/sign-in/page/texts';
import { texts as askFirstTexts } from '#server/auth/confirm-action/texts';
import { FLOW_VOTERS } from './support/flows';
import { type NewVisitor, test } from './support/test';
import { expectUsable } from './support/usable';
import { openFromOtherSite, toastIn } from './support/visit';
import type { VoterSetup } from './support/voter';

async function signInVisit(visitor: NewVisitor, setup: VoterSetup) {
  const voter = await visitor(setup);
  const { page, texts } = voter;
  const isPhone = setup.width < 1024;

  /** The links of the header, or of the drawer on phones. */
  const links = async () => {
    if (!isPhone) return page.getByRole('banner').getByRole('navigation');
    const menu = page.getByRole('dialog');
    // A page opened by a link may not be hydrated yet: people tap once more.
    await expect(async () => {
      if (!(await menu.isVisible())) {
        await page.getByRole('button', { name: texts.common.menu }).click();
      }
      await expect(menu).toBeVisible({ timeout: 1_000 });
    }).toPass();
    return menu;
  };
  const link = async (name: string) => (await links()).getByRole('link', { name, exact: true });
  const provider = providerTexts[setup.language];
  const account = (name: AccountName) =>
    page.getByRole('button', {
      name: DEMO_ACCOUNTS.find(({ account }) => account === name)?.claims.name ?? '',
    });
  return { ...voter, link, provider, account };
}

const openFirstCategory = async (page: Page) => {
  await page.goto('/categories');
  await page.getByRole('article').first().getByRole('link').click();
  await expect(page).toHaveURL(/\/category\//);
  return page.url();
};

for (const setup of FLOW_VOTERS) {
  const { language, width } = setup;
  test.describe(`${language}, ${width} px`, () => {
    test('an administrator signs in, returns to the same page, and signs out', async ({
      visitor,
    }) => {
      const { page, texts, link, provider, account } = await signInVisit(visitor, setup);
      const category = await openFirstCategory(page);
      await (await link(texts.common.login)).click();

      await expect(page.getByRole('heading', { level: 1 })).toHaveText(provider.title);
      await expect(page.locator('html')).toHaveAttribute('lang', language);
      await expectUsable(page);
      await account('admin').click();

      await expect(page).toHaveURL(category);
      await expect(await link(texts.common.voterTracking)).toBeVisible();
      await expect(await link(texts.common.login)).toHaveCount(0);
      await (await link(texts.common.adminLink)).click();
      await expect(page).toHaveURL(/\/admin$/);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();

      await page.goto('/my-receipts');
      await (await link(texts.common.logout)).click();
      await expect(page).toHaveURL(/\/categories$/);
      await expect(await link(texts.common.login)).toBeVisible();
      await expect(await link(texts.common.adminLink)).toHaveCount(0);

      await page.goto('/admin');
      await expect(toastIn(page, texts['sign-in'].admin.unauthorized)).toBeVisible();
      await expect(page).toHaveURL(/\/categories$/);
    });

    test('a voter signs in, has no more permissions than before, and signs out', async ({
      visitor,
    }) => {
      const { page, texts, link, account } = await signInVisit(visitor, setup);
      await page.goto('/my-receipts');
      await (await link(texts.common.login)).click();
      await account('voter').click();
      await expect(page).toHaveURL(/\/my-receipts$/);
      await expect(await link(texts.common.logout)).toBeVisible();
      await expect(await link(texts.common.adminLink)).toHaveCount(0);
      if (width < 640) await expect(page.getByRole('dialog')).toContainText('Landry');

      await page.goto('/admin');
      await expect(toastIn(page, texts['sign-in'].admin.unauthorized)).toBeVisible();
      await expect(page).toHaveURL(/\/categories$/);

      await (await link(texts.common.logout)).click();
      await expect(page).toHaveURL(/\/categories$/);
      await expect(await link(texts.common.login)).toBeVisible();
    });

    test('a link from another site to sign in or out requires confirmation', async ({
      visitor,
    }) => {
      const { page, texts, link, account } = await signInVisit(visitor, setup);
      const asked = askFirstTexts[language];
      await openFromOtherSite(page, '/api/login?returnTo=%2Fmy-receipts');
      await page.getByRole('button', { name: asked['login.button'] }).click();
      await account('voter').click();
      await expect(page).toHaveURL(/\/my-receipts$/);
      await expect(await link(texts.common.logout)).toBeVisible();

      await openFromOtherSite(page, '/api/logout');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(asked['logout.title']);
      await page.getByRole('link', { name: asked.leave }).click();
      await expect(await link(texts.common.logout)).toBeVisible();
      await openFromOtherSite(page, '/api/logout');
      await page.getByRole('button', { name: asked['logout.button'] }).click();
      await expect(page).toHaveURL(/\/categories$/);
      await expect(await link(texts.common.login)).toBeVisible();
    });

    test('after cancelling, or with an invalid response, the visitor sees a message on the home page', async ({
      visitor,
    }) => {
      const { page, texts, link, provider } = await signInVisit(visitor, setup);
      await page.goto('/my-receipts');
      await (await link(texts.common.login)).click();
      await page.getByRole('button', { name: provider.cancel }).click();
      await expect(toastIn(page, texts['sign-in'].cancelled.title)).toContainText(
        texts['sign-in'].cancelled.description,
      );
      await expect(page).toHaveURL(/\/categories$/);

      await page.goto('/api/callback?code=guessed&state=guessed');
      await expect(toastIn(page, texts['sign-in'].failed.title)).toBeVisible();
      await expect(page).toHaveURL(/\/categories$/);
      await page.reload();
      await expect(page.getByRole('article').first()).toBeVisible();
      await expect(toastIn(page, texts['sign-in'].failed.title)).toHaveCount(0);
    });
  });
}
