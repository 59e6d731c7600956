import { expect, type Locator, type Page } from '@playwright/test';
import type { Analytics } from '#shared/contracts/admin-payments';
import { chooseAdministrator } from './support/administrator';
import { FLOW_VOTERS } from './support/flows';
import { setTextSize } from './support/layout';
import {
  ANALYTICS_API,
  answerAnalytics,
  CHARTS,
  largeFigures,
  noFigures,
  withoutChartCode,
} from './support/states/admin-analytics';
import { test } from './support/test';
import { fillIn, type Texts } from './support/texts';
import { expectUsable } from './support/usable';
import { signInAsAdministrator } from './support/visit';
import { chooseAnArtist, EVERY_VOTER, freshNumber, sendPayment } from './support/voter';

const REFRESH_MS = 30_000;

/** Other tests vote meanwhile: the first response for a period is repeated. */
async function freezeFigures(page: Page): Promise<(days: number) => Analytics> {
  const answers = new Map<string | null, Analytics>();
  await page.route(ANALYTICS_API, async (route) => {
    const days = new URL(route.request().url()).searchParams.get('days');
    const known = answers.get(days);
    if (known) return route.fulfill({ json: known });
    const response = await route.fetch();
    answers.set(days, await response.json());
    return route.fulfill({ response });
  });
  return (days) => answers.get(String(days))!;
}

const figure = (page: Page, title: string): Locator =>
  page.getByRole('region', { name: title, exact: true });

/** Digits are the same in every language: `1 234,50 $` is 123450 cents. */
const digits = (texts: readonly string[]) =>
  texts.map((text) => Number(text.replace(/\D/g, '') || 'NaN'));

const cells = async (table: Locator, column: number): Promise<number[]> =>
  digits(await table.locator(`tbody td:nth-child(${column})`).allTextContents());

/** Opens the table of a chart by keyboard. */
async function openNumbers(page: Page, texts: Texts, title: string): Promise<Locator> {
  const chart = figure(page, title);
  await chart.locator('summary').focus();
  await page.keyboard.press('Enter');
  await expect(chart.locator('summary')).toContainText(texts.analytics.numbers.hide);
  const table = chart.getByRole('table');
  await expect(table).toBeVisible();
  await expect(table.locator('caption')).toContainText(title);
  const heads = table.locator('thead th[scope="col"]');
  expect(await heads.count()).toBe(await table.locator('tbody tr').first().locator('> *').count());
  return table;
}

/** True when the canvas is not blank. */
const isDrawn = (canvas: Locator): Promise<boolean> =>
  canvas.evaluate((element) => {
    if (!(element instanceof HTMLCanvasElement)) return false;
    const { width, height } = element;
    const pixels = element.getContext('2d')?.getImageData(0, 0, width, height).data ?? [];
    return pixels.some((value) => value > 0);
  });

for (const setup of FLOW_VOTERS) {
  const { language, width } = setup;

  test.describe(`${language}, ${width} px`, () => {
    test('tables show what the server counted, and the period survives a reload', async ({
      visitor,
    }) => {
      const { page, texts } = await visitor(setup);
      const { analytics, tracking, admin } = texts;
      const figures = await freezeFigures(page);
      await page.goto('/api/login?returnTo=/admin');
      await chooseAdministrator(page);
      await page.getByRole('tab', { name: admin.dashboard.tab.analytics }).click();

      await test.step('each chart is drawn and has a name', async () => {
        const pictures = page.getByRole('img', { name: /./ }).and(page.locator('canvas'));
        await expect(pictures).toHaveCount(8);
        for (const picture of await pictures.all()) {
          await expect.poll(() => isDrawn(picture)).toBe(true);
        }
        await expectUsable(page);
      });

      await test.step('the numbers are those of the server', async () => {
        const data = figures(30);
        const days = await openNumbers(page, texts, analytics.votesPerDay.title);
        expect(await cells(days, 2)).toEqual(data.votesPerDay.map(({ votes }) => votes));
        const hours = await openNumbers(page, texts, analytics.votesPerHour.title);
        expect(await cells(hours, 2)).toEqual(data.votesPerHour.map(({ votes }) => votes));
        await expect(hours.locator('thead th').first()).toContainText(/(UTC|GMT)\+1\)/);

        const revenue = await openNumbers(page, texts, analytics.revenue.title);
        const cents = (dollars: number) => Math.round(dollars * 100);
        expect(await cells(revenue, 2)).toEqual(data.revenuePerDay.map(({ card }) => cents(card)));
        expect(await cells(revenue, 3)).toEqual(
          data.revenuePerDay.map(({ mobileMoney }) => cents(mobileMoney)),
        );
        expect(await cells(revenue, 4)).toEqual(
          data.revenuePerDay.map(({ card, mobileMoney }) => cents(card + mobileMoney)),
        );

        const artists = await openNumbers(page, texts, analytics.topArtists.title);
        expect(await cells(artists, 2)).toEqual(data.topArtists.map(({ votes }) => votes));
        await expect(artists.locator('th[scope="row"]')).toHaveText(
          data.topArtists.map(({ name }) => name),
        );

        const { created, attempted, completed } = data.funnel;
        const funnel = await openNumbers(page, texts, analytics.funnel.title);
        expect(await cells(funnel, 2)).toEqual([created, attempted, completed]);
        const percent = new Intl.NumberFormat(language, {
          style: 'percent',
          maximumFractionDigits: 1,
        });
        const ofBefore = [attempted / created, completed / attempted];
        expect((await cells(funnel, 3)).slice(1)).toEqual(
          digits(ofBefore.map((share) => percent.format(share))),
        );

        const reasons = await openNumbers(page, texts, analytics.reasons.title);
        const words: Record<string, string> = tracking.reason;
        await expect(reasons.locator('th[scope="row"]')).toHaveText(
          data.failureReasons.map(({ reason }) => words[reason]!),
        );
        expect(await cells(reasons, 2)).toEqual(
          data.failureReasons.map(({ payments }) => payments),
        );
        await expectUsable(page);
      });

      await test.step('each category has its own leaders', async () => {
        const chart = figure(page, analytics.topByCategory.title);
        const voted = figures(30).topByCategory.filter((category) => category.artists.length > 0);
        const category = voted.at(-1)!;
        await chart
          .getByLabel(analytics.topByCategory.category, { exact: true })
          .selectOption(category.categoryId);
        const leaders = await openNumbers(page, texts, analytics.topByCategory.title);
        await expect(leaders.locator('th[scope="row"]')).toHaveText(
          category.artists.map(({ name }) => name),
        );
        expect(await cells(leaders, 2)).toEqual(category.artists.map(({ votes }) => votes));
      });

      await test.step('arrow keys choose another period, and a reload keeps it', async () => {
        const choice = page.getByRole('group', { name: analytics.period.label });
        await expect(choice.getByRole('radio').nth(1)).toBeChecked();
        await choice.getByRole('radio').nth(1).focus();
        await page.keyboard.press('ArrowLeft');
        await expect(page).toHaveURL(/[?&]days=7$/);
        const rows = figure(page, analytics.votesPerDay.title).locator('tbody tr');
        // An open table stays open.
        await expect(rows).toHaveCount(7);
        await expect(rows.last()).toBeVisible();
        await page.reload();
        await expect(choice.getByRole('radio').first()).toBeChecked();
        await expect(rows).toHaveCount(7);
        const days = await openNumbers(page, texts, analytics.votesPerDay.title);
        expect(await cells(days, 2)).toEqual(figures(7).votesPerDay.map(({ votes }) => votes));
      });
    });

    test('numbers stay readable when the charts fail to load', async ({ visitor }) => {
      const { page, texts } = await visitor(setup);
      await signInAsAdministrator(page);
      await answerAnalytics(page, largeFigures);
      await withoutChartCode(page);
      await page.goto('/admin?tab=analytics&days=7');
      await expect(page.getByText(texts.analytics.noPicture)).toHaveCount(CHARTS);
      // And the sums of the editions.
      await expect(page.getByRole('table')).toHaveCount(CHARTS + 1);
      await expect(page.locator('canvas')).toHaveCount(0);
      await expectUsable(page);
    });

    test('before the first vote every chart explains what is missing', async ({ visitor }) => {
      const { page, texts } = await visitor(setup);
      await signInAsAdministrator(page);
      await answerAnalytics(page, noFigures);
      await page.goto('/admin?tab=analytics');
      const { votesPerDay, votesPerHour, revenue, funnel, reasons } = texts.analytics;
      const { links, topArtists, topByCategory } = texts.analytics;
      for (const { title, empty } of [
        votesPerDay,
        votesPerHour,
        revenue,
        funnel,
        reasons,
        { ...links, empty: fillIn(links.empty, { mark: '?ref=radio' }) },
        topArtists,
        topByCategory,
      ]) {
        await expect(figure(page, title).getByText(empty)).toBeVisible();
      }
      await expect(page.locator('canvas')).toHaveCount(0);
      await expect(page.getByText(texts.admin.analytics.forecast, { exact: true })).toBeVisible();
      await expectUsable(page);
    });
  });
}

test('a refresh loads new numbers, and keeps open tables and choices', async ({ visitor }) => {
  const { page, texts } = await visitor(EVERY_VOTER[0]!);
  const { title, category } = texts.analytics.topByCategory;
  await page.clock.install();
  await signInAsAdministrator(page);
  await answerAnalytics(page, largeFigures);
  await page.goto('/admin?tab=analytics');
  const chart = figure(page, title);
  const choice = chart.getByLabel(category, { exact: true });
  await choice.selectOption({ index: 1 });
  const chosen = await choice.inputValue();
  const table = await openNumbers(page, texts, title);
  const [before] = await cells(table, 2);
  await chart.locator('canvas').evaluate((canvas) => canvas.setAttribute('data-first', ''));

  await page.route(ANALYTICS_API, (route) => route.abort());
  await page.clock.fastForward(REFRESH_MS);
  await expect(page.getByText(texts.admin.dashboard.statsFailed)).toBeVisible();
  await expect(table).toBeVisible();

  await answerAnalytics(page, (period) => moreVotes(largeFigures(period)));
  await page.clock.fastForward(REFRESH_MS);
  await expect.poll(() => cells(table, 2)).toEqual([before! + 1]);
  await expect(page.getByText(texts.admin.dashboard.statsFailed)).toHaveCount(0);
  await expect(choice).toHaveValue(chosen);
  await expect(table).toBeVisible();
  await expect(chart.locator('canvas[data-first]')).toHaveCount(1);
});

test('Tab stops at a table that is too long for its box, and keys scroll it', async ({
  visitor,
}) => {
  const { page, texts } = await visitor(EVERY_VOTER[1]!);
  const { votesPerDay, topByCategory } = texts.analytics;
  await signInAsAdministrator(page);
  await answerAnalytics(page, largeFigures);
  await page.goto('/admin?tab=analytics&days=90');
  const boxOf = (title: string) => figure(page, title).getByRole('region');

  await openNumbers(page, texts, votesPerDay.title);
  const long = boxOf(votesPerDay.title);
  await expect(long).toHaveAttribute('tabindex', '0');
  await page.keyboard.press('Tab');
  await expect(long).toBeFocused();
  await page.keyboard.press('End');
  await expect(long.getByRole('row').last()).toBeInViewport();

  await openNumbers(page, texts, topByCategory.title);
  const short = boxOf(topByCategory.title);
  await expect(short).not.toHaveAttribute('tabindex');
  await page.keyboard.press('Tab');
  await expect(short).not.toBeFocused();

  // The same rows with larger text: now it is too small.
  await setTextSize(page, 400);
  await expect(short).toHaveAttribute('tabindex', '0');
});

const moreVotes = (analytics: Analytics): Analytics => ({
  ...analytics,
  topByCategory: analytics.topByCategory.map((category) => ({
    ...category,
    artists: category.artists.map((artist) => ({ ...artist, votes: artist.votes + 1 })),
  })),
});

test('votes are listed beside the link by which the voter came', async ({
  visitor,
  administrator,
}) => {
  const voter = await visitor(EVERY_VOTER[2]!);
  const { page } = voter;
  const visitCounted = page.waitForResponse('**/api/visits');
  await page.goto('/categories?utm_source=Radio+Balafon&lang=fr&utm_campaign=Finale&fbclid=x');
  expect((await visitCounted).status()).toBe(204);
  // Without the parameter, and with the rest kept.
  await expect(page).toHaveURL(/\/categories\?fbclid=x$/);

  const number = freshNumber('06');
  await chooseAnArtist(voter);
  await sendPayment(voter, number);
  const receipt = page.getByRole('dialog', { name: voter.texts.receipts.card.dialogTitle });
  await expect(receipt).toBeVisible();

  const { page: dashboard, texts } = await administrator(
    EVERY_VOTER[1]!,
    '/admin?tab=analytics&days=7',
  );
  const table = await openNumbers(dashboard, texts, texts.analytics.links.title);
  const row = table.getByRole('row', { name: /^radio balafon \/ finale / });
  const [, checkouts, votes] = digits(await row.getByRole('cell').allTextContents());
  expect(checkouts).toBeGreaterThan(0);
  expect(votes).toBeGreaterThan(0);
});
