import { type Browser, expect, type Page } from '@playwright/test';
import type { Category, Nomination } from '#shared/contracts/catalog';
import type { EventSettings, SavedSettings } from '#shared/contracts/event-settings';
import { verifierAlone } from '../support/count-site';
import { SAME_ORIGIN, signIn } from './support/administrator';
import { expectNoViolations } from './support/axe';
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

/** Rehearses the draft of 2026: what is paid there is not there afterwards. */
async function rehearse(page: Page, texts: Texts): Promise<void> {
  const { rehearsal } = texts['admin-editions'];
  const before = await firstNominee(page);
  await page.goto('/admin/editions');
  const name = fillIn(rehearsal.beginOf, { year: 2026 });
  await page.getByRole('button', { name }).click();
  await page.getByRole('button', { name: rehearsal.start }).click();
  await page.getByRole('link', { name: rehearsal.show }).click();
  const leave = page.getByRole('link', { name: texts.common.rehearsal.leave }).first();
  await expect(leave).toBeVisible();
  const rehearsed = await firstNominee(page);
  expect(rehearsed.id).not.toBe(before.id);
  await pay(page.request, [rehearsed], 'fan.of.the.rehearsal@example.com');
  const otherTab = await page.context().newPage();
  await otherTab.goto('/categories');
  await expect(otherTab.getByText(texts.common.rehearsal.leave)).toBeVisible();
  await leave.click();
  await expect(page.getByText(texts.common.rehearsal.leave)).toHaveCount(0);
  // A page of the rehearsal that is still open learns it with its next request.
  await expect(otherTab).toHaveURL('/rehearsal/left');
  await otherTab.getByRole('link', { name: 'Go to the site' }).click();
  await expect(otherTab.getByText(texts.common.rehearsal.leave)).toHaveCount(0);
  await otherTab.close();
  expect(await firstNominee(page)).toEqual(before);
  await page.goto('/admin/editions');
  await page.getByRole('button', { name: rehearsal.end }).click();
  await expect(page.getByRole('button', { name })).toBeVisible();
}

/** Follows the archive's links as a browser without script does. */
async function readWithoutScript(
  browser: Browser,
  url: string,
  category: Nomination['category'],
): Promise<void> {
  const visitor = await browser.newContext({
    baseURL: url,
    locale: 'en-US',
    javaScriptEnabled: false,
  });
  const page = await visitor.newPage();
  await page.goto('/editions');
  const results = fillIn(textsOf('en').editions.results, { year: 2025 });
  await page.getByRole('link', { name: results }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('2025');
  await page.locator(`main a[href="/editions/2025/${category.id}"]`).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(category.name);
  await expect(page.getByRole('article').first()).toContainText(/\d votes/);
  await visitor.close();
}

for (const language of ['en', 'fr'] as const) {
  test(`an organiser makes the next year of it, ${language}`, async ({ browser }) => {
    // A demo and a rehearsal of its own, and a whole year in one walk.
    test.setTimeout(420_000);
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
      await expectNoViolations(page);
      await page.locator('main a[href^="/category/"]').first().click();
      await expect(page).toHaveURL(/\/category\/[^?]+\?edition=2026/);
      await expect(page.getByText(notice)).toBeVisible();
      await page.getByRole('button', { name: texts.editions.preview.leave }).click();

      await rehearse(page, texts);

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

      // Last year as the team sees it: it has nothing to change, and is compared with this year.
      await page.goto('/admin?tab=analytics');
      const bothYears = page
        .getByRole('table')
        .filter({ hasText: texts.analytics.sideBySide.sums });
      await expect(bothYears.getByRole('rowheader')).toHaveText([
        '2026',
        '2025',
        texts.analytics.sideBySide.all,
      ]);
      await expect(bothYears.getByText(texts.analytics.sideBySide.agrees)).toHaveCount(3);
      await page.goto('/admin?edition=2025');
      await expect(page.getByRole('tab')).toHaveCount(1);

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

      // The count of each year, and of all of them: in this browser, and from outside.
      await page.goto('/count?edition=2025');
      const totals = page.getByRole('region', { name: texts.count.totals.heading });
      await expect(totals.locator(`a[href^="/editions/2025/"]`).first()).toBeVisible();
      await page.getByRole('button', { name: texts.count.recount.start }).click();
      await expect(page.getByRole('main').getByRole('status')).toHaveText(
        withAnyNumbers(texts.count.recount.intact_other),
        { timeout: 120_000 },
      );
      const verifier = await verifierAlone();
      const { code, text } = await verifier.run(demo.url, '--json');
      await verifier.remove();
      expect({ code, ...JSON.parse(text) }).toMatchObject({ code: 0, verdict: 'equal' });
      const { editions } = JSON.parse(text);
      expect(Object.values<{ votes: number }>(editions).map(({ votes }) => votes > 0)).toEqual([
        true,
        false, // The results of this year are hidden: their votes are sealed.
      ]);
      await readWithoutScript(browser, demo.url, before.category);
    } finally {
      await context.close();
      await demo.stop();
    }
  });
}
