import { expect } from '@playwright/test';
import { flowLanguages } from './support/flows';
import { test } from './support/test';
import { answer, checkoutPath } from './support/visit';
import { PHONE } from './support/voter';

for (const language of flowLanguages('fr')) {
  test.describe(`in ${language}`, () => {
    test('the menu of small screens links to every public page', async ({ visitor }) => {
      const { page, texts } = await visitor({ language, ...PHONE });
      const menu = page.getByRole('dialog', { name: 'Festival Awards' });
      const linksFor = async (user: object) => {
        await page.unroute('**/api/auth/user');
        await answer(page, '**/api/auth/user', user);
        await page.goto('/categories');
        await page.getByRole('button', { name: texts.common.menu }).click();
        await expect(menu.getByText(texts.common.signedIn, { exact: true })).toBeVisible();
        return menu
          .getByRole('link')
          .evaluateAll((links) =>
            links.map((link) => [link.textContent, link.getAttribute('href')]),
          );
      };
      const receipts = [texts.common.myReceipts, '/my-receipts'];
      const logout = [texts.common.logout, '/api/logout'];

      const email = 'fan@example.com';
      await page.route('**/api/auth/picture', (route) =>
        route.fulfill({ path: 'client/public/favicon.svg' }),
      );
      const fan = {
        isAdmin: false,
        role: null,
        firstName: null,
        email,
        profileImageUrl: 'https://photos.example/fan.jpg',
      };
      expect(await linksFor(fan)).toEqual([receipts, logout]);
      await expect(menu.getByText(email)).toBeVisible();
      await expect(menu.locator('img')).toHaveAttribute('src', '/api/auth/picture');

      const grace = {
        isAdmin: true,
        role: 'owner',
        firstName: 'Grace',
        email,
        profileImageUrl: null,
      };
      expect(await linksFor(grace)).toEqual([
        receipts,
        [texts.common.adminLink, '/admin'],
        [texts.common.voterTracking, '/admin/voter-tracking'],
        logout,
      ]);
      await expect(menu.getByText('Grace', { exact: true })).toBeVisible();
      expect(await linksFor({ ...grace, role: 'viewer' })).toEqual([
        receipts,
        [texts.common.adminLink, '/admin'],
        logout,
      ]);
    });

    test('an invalid configuration breaks no page', async ({ visitor, demo }) => {
      const { page, texts } = await visitor({ language, ...PHONE });
      for (const config of [{}, [], null, 'online']) {
        await page.unroute('**/api/config');
        await answer(page, '**/api/config', config);
        await page.goto('/categories');
        await expect(page.getByRole('article').first()).toBeVisible();
        await page.goto(checkoutPath(demo));
        await expect(
          page.getByRole('alert').getByText(texts.checkout.nothingToPay.failed.heading),
        ).toBeVisible();
      }
    });

    test('the page of an unknown address says that it was not found', async ({ visitor }) => {
      const { page, texts } = await visitor({ language, ...PHONE });
      await page.goto('/backstage/door');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(
        texts.common.notFound.heading,
      );
      await expect(page.getByText(texts.common.notFound.hint)).toBeVisible();
      await page.getByRole('link', { name: texts.common.backToHome }).click();
      await expect(page).toHaveURL(/\/categories$/);
    });

    test('toasts come one at a time and stay five seconds', async ({ visitor }) => {
      const { page, texts } = await visitor({ language, ...PHONE });
      await page.clock.install();
      await page.goto('/my-receipts');
      const submit = page.getByRole('button', { name: texts.receipts.search.submit });
      const toasts = page.getByRole('region', { name: /^Notifications/ }).getByRole('listitem');
      await submit.click();
      await expect(toasts).toHaveCount(1);
      await submit.click();
      await submit.click();
      await expect(toasts).toHaveCount(1);
      await page.clock.pauseAt(Date.now() + 60_000);
      await page.clock.resume();
      await expect(toasts).toHaveCount(0);

      await submit.click();
      await expect(toasts).toHaveCount(1);
      await page.clock.pauseAt(Date.now() + 120_000);
      await expect(toasts).toHaveCount(0);
      await submit.click();
      await expect(toasts).toHaveCount(1);
      await page.clock.runFor(4_900);
      await expect(toasts).toHaveCount(1);
      await page.clock.runFor(200);
      await expect(toasts).toHaveCount(0);
      await page.clock.resume();
    });
  });
}

test('a browser that refuses storage still shows every screen', async ({ visitor, demo }) => {
  const { page, texts } = await visitor({ language: 'en', ...PHONE });
  await page.addInitScript(() => {
    for (const storage of ['localStorage', 'sessionStorage']) {
      Object.defineProperty(window, storage, {
        get: () => {
          throw new DOMException('The operation is insecure.', 'SecurityError');
        },
      });
    }
  });
  await page.goto('/categories');
  await expect(page.getByRole('article').first()).toBeVisible();
  await page.goto(`/category/${demo.category.id}`);
  await expect(page.getByRole('article').first()).toBeVisible();
  await page.goto('/my-receipts');
  await expect(page.getByLabel(texts.receipts.search.email)).toBeVisible();
  await page.goto(checkoutPath(demo));
  await expect(page.getByLabel(texts.checkout.mobileMoney.phone.label)).toBeVisible();
});
