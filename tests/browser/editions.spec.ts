import { expect, type Page } from '@playwright/test';
import type { Category, Nomination } from '#shared/contracts/catalog';
import type { EventSettings, SavedSettings } from '#shared/contracts/event-settings';
import { SAME_ORIGIN, signIn } from './support/administrator';
import { pay } from './support/demo';
import { startOwnDemo } from './support/own-demo';
import { test } from './support/test';
import { fillIn, type Texts, textsOf, withAnyNumbers } from './support/texts';

const HOUR_MS = 3_600_000;

async function saveSettings(page: Page, changed: Partial<EventSettings>): Promise<void> {
  const saved: SavedSettings = await (await page.request.get('/api/admin/settings')).json();
  const answer = await page.request.put('/api/admin/settings', {
    headers: SAME_ORIGIN,
    data: { version: saved.version, settings: { ...saved.settings, ...changed } },
  });
  expect(answer.status(), await answer.text()).toBe(200);
}

async function firstNominee(page: Page): Promise<Nomination> {
  const categories: Category[] = await (await page.request.get('/api/categories')).json();
  const category = categories.find(({ artistCount }) => artistCount > 0);
  const nominees = await page.request.get(`/api/nominations/category/${category?.id}`);
  const [nominee]: Nomination[] = await nominees.json();
  return nominee!;
}

for (const language of ['en', 'fr'] as const) {
  test(`an organiser makes the next year of it, ${language}`, async ({ browser }) => {
    const demo = await startOwnDemo();
    const locale = language === 'fr' ? 'fr-FR' : 'en-US';
    const context = await browser.newContext({ baseURL: demo.url, locale });
    try {
      const page = await context.newPage();
      const texts: Texts = textsOf(language);
      const own = texts['admin-editions'];
      await signIn(page, '/admin/editions');
      const before = await firstNominee(page);
      const paid = await pay(page.request, [before], 'fan.of.2025@example.com');
      await saveSettings(page, {
        opensAt: null,
        closesAt: new Date(Date.now() - HOUR_MS).toISOString(),
      });
      const published = await page.request.post('/api/admin/settings/publish-results', {
        headers: SAME_ORIGIN,
      });
      expect(published.status()).toBe(200);

      // The next year's draft, with everything of this one.
      await page.reload();
      await page.getByRole('button', { name: own.new.action }).click();
      const draft = page.getByRole('heading', { name: /2026/ });
      await expect(draft).toBeVisible();
      const preview = page.getByRole('link', { name: fillIn(own.siteOf.draft, { year: 2026 }) });
      await preview.click();
      const notice = fillIn(texts.editions.preview.notice, { year: 2026 });
      await expect(page.getByText(notice)).toBeVisible();
      await page.locator('main a[href^="/category/"]').first().click();
      await expect(page).toHaveURL(/\/category\/[^?]+\?edition=2026/);
      await expect(page.getByText(notice)).toBeVisible();
      await page.getByRole('button', { name: texts.editions.preview.leave }).click();

      // The change, which visitors see at once.
      await page.goto('/admin/editions');
      const title = fillIn(own.change.title, { year: 2026 });
      const action = fillIn(own.change.actionOf, { year: 2026 });
      await page.getByRole('button', { name: action }).click();
      const question = page.getByRole('dialog', { name: title });
      await question
        .getByRole('button', { name: fillIn(own.change.confirm, { year: 2026 }) })
        .click();
      await expect(page.getByText(own.state.archived, { exact: true }).first()).toBeVisible();
      await saveSettings(page, {
        opensAt: null,
        closesAt: null,
        results: { policy: 'hidden', sealedFrom: null, releasesAtClose: false },
      });
      const after = await firstNominee(page);
      expect(after.id).not.toBe(before.id);
      expect(after.voteCount).toBeNull();
      await pay(page.request, [after], 'fan.of.2026@example.com');

      // Last year, for good: also by its old address and its receipt.
      await page.goto(`/category/${before.category.id}`);
      await expect(page).toHaveURL(`/editions/2025/${before.category.id}`);
      await expect(page.getByText(before.artist.name).first()).toBeVisible();
      await page.goto('/categories');
      const footer = page.getByRole('contentinfo');
      await footer.getByRole('link', { name: texts.common.footer.editionsLink }).click();
      await page
        .getByRole('link', { name: fillIn(texts.editions.results, { year: 2025 }) })
        .click();
      await expect(page.getByText(texts.editions.shows.live)).toBeVisible();
      await expect(page.getByText(texts.editions.winner, { exact: true }).first()).toBeVisible();
      await page.goto(`/my-receipts?code=${paid.receiptCode}`);
      await expect(page.getByRole('dialog')).toContainText('2025');

      // The count of each year, and of all of them.
      await page.goto('/count?edition=2025');
      await page.getByRole('button', { name: texts.count.recount.start }).click();
      await expect(page.getByRole('main').getByRole('status')).toHaveText(
        withAnyNumbers(texts.count.recount.intact_other),
        { timeout: 120_000 },
      );
    } finally {
      await context.close();
      await demo.stop();
    }
  });
}

test('a visitor reads the archive without script', async ({ browser }) => {
  const demo = await startOwnDemo();
  const administrator = await browser.newContext({ baseURL: demo.url, locale: 'en-US' });
  const visitor = await browser.newContext({
    baseURL: demo.url,
    locale: 'en-US',
    javaScriptEnabled: false,
  });
  try {
    const admin = await administrator.newPage();
    await signIn(admin, '/admin/editions');
    const { id, category } = await firstNominee(admin);
    await saveSettings(admin, {
      opensAt: null,
      closesAt: new Date(Date.now() - HOUR_MS).toISOString(),
    });
    const copied = [{ id: category.id, nominees: [id] }];
    const post = async (path: string, data: object) => {
      const answer = await admin.request.post(path, { headers: SAME_ORIGIN, data });
      expect(answer.ok(), await answer.text()).toBe(true);
    };
    await post('/api/admin/editions', { year: '2026', from: { year: '2025', categories: copied } });
    await post('/api/admin/editions/2026/make-current', { replaces: '2025' });
    const page = await visitor.newPage();
    const texts = textsOf('en');
    await page.goto('/editions');
    await page.getByRole('link', { name: fillIn(texts.editions.results, { year: 2025 }) }).click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('2025');
    await page.locator(`main a[href="/editions/2025/${category.id}"]`).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(category.name);
    await expect(page.getByRole('article').first()).toContainText(/\d votes/);
  } finally {
    await administrator.close();
    await visitor.close();
    await demo.stop();
  }
});
