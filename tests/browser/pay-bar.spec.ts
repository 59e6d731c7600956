import { expect, type Page } from '@playwright/test';
import { localized } from '#shared/domain/localized';
import { cardMethod } from './support/card';
import { flowLanguages } from './support/flows';
import { expectStillLayout, setTextSize } from './support/layout';
import { openCheckout } from './support/states/open-checkout';
import { test } from './support/test';
import { fillIn } from './support/texts';
import { amendConfig, checkoutPath, openCard, replaceTimers, type Visit } from './support/visit';
import { LAPTOP, PHONE, SMALLEST_PHONE } from './support/voter';

const payButton = ({ page, texts }: Visit) =>
  page.getByRole('button', { name: texts.checkout.mobileMoney.submit });

/** Position of the bar at the bottom, in pixels from the top of the screen. */
const barOf = (page: Page) =>
  page.locator('.pay-bar').evaluate((bar) => {
    const { top, bottom, height } = bar.getBoundingClientRect();
    return { top, bottom, height, isFixed: getComputedStyle(bar).position === 'fixed' };
  });

for (const language of flowLanguages('fr')) {
  test(`the cost of a vote is visible from the first moment, and only once (${language})`, async ({
    visitor,
  }) => {
    const visit = await visitor({ language, ...PHONE });
    const { page, texts } = visit;
    await openCheckout(visit);
    await expect(payButton(visit)).toHaveCount(1);
    await expect(payButton(visit)).toBeInViewport({ ratio: 1 });
    const cost = page.getByText(/× 100\u00a0CFA/);
    await expect(cost).toHaveCount(1);
    await expect(cost).toBeInViewport({ ratio: 1 });

    await cardMethod(visit).check();
    const complete = page.getByRole('button', { name: texts.checkout.card.submit });
    await expect(complete).toHaveCount(1);
    await expect(complete).toBeInViewport({ ratio: 1 });

    // The end of the page is not covered.
    const last = page.getByRole('contentinfo').getByRole('link').last();
    await expect
      .poll(async () => {
        // The card's fields make the page longer as they load.
        await page.mouse.wheel(0, 100_000);
        const box = await last.boundingBox();
        return box && box.y + box.height <= (await barOf(page)).top;
      })
      .toBe(true);
    await page.setViewportSize(LAPTOP);
    expect((await barOf(page)).isFixed).toBe(false);
  });

  test(`the pay bar never covers the focused field, with or without an on-screen keyboard (${language})`, async ({
    visitor,
  }) => {
    const visit = await visitor({ language, ...PHONE });
    const { page } = visit;
    await openCheckout(visit);
    // The height that a browser gives the page while its keyboard is open.
    for (const height of [PHONE.height, 400]) {
      await page.setViewportSize({ ...PHONE, height });
      const fields = page.getByRole('main').locator('input, a[href]');
      for (const field of await fields.all()) {
        await field.focus();
        await expect
          .poll(async () => {
            const box = await field.boundingBox();
            return box && box.y + box.height <= (await barOf(page)).top;
          })
          .toBe(true);
      }
      await expect(payButton(visit)).toBeInViewport({ ratio: 1 });
    }
    // A phone in landscape format has hardly any page left.
    await page.setViewportSize({ width: 740, height: 170 });
    expect((await barOf(page)).isFixed).toBe(false);
  });

  test(`large text leaves most of the smallest screen to the page (${language})`, async ({
    visitor,
  }) => {
    const visit = await visitor({ language, ...SMALLEST_PHONE });
    const { page } = visit;
    await openCheckout(visit);
    await setTextSize(page, 200);
    const { height, isFixed } = await barOf(page);
    expect(isFixed).toBe(true);
    expect(height).toBeLessThan(SMALLEST_PHONE.height / 3);
  });

  test(`the cost is above the notice about the money (${language})`, async ({ visitor }) => {
    const visit = await visitor({ language, ...PHONE });
    const { page, texts } = visit;
    await amendConfig(page, (config) => ({ ...config, moneyNotice: 'demo' }));
    await openCheckout(visit);
    const notice = page.getByText(texts.common.moneyNotice.demo);
    await expect
      .poll(async () => (await barOf(page)).bottom <= ((await notice.boundingBox())?.y ?? 0))
      .toBe(true);
  });

  test(`the category that the voter comes from is first, and may get all the votes (${language})`, async ({
    visitor,
    demo,
  }) => {
    const visit = await visitor({ language, ...PHONE });
    const { page, texts } = visit;
    const { artist } = demo;
    // This category is not the first in the artist's own list.
    const origin = artist.categories.at(-1);
    if (!origin) throw new Error('This is not the demo’s data.');
    const name = localized(language, origin.name, origin.nameFr);
    const votes = page.getByRole('spinbutton');
    const expectFirst = async () => {
      await expect(votes).toHaveCount(artist.categoryCount);
      const label = fillIn(texts.checkout.votes.votesFor, { category: name });
      await expect(votes.first()).toHaveAccessibleName(label);
      await expect(page.getByText(texts.checkout.votes.origin)).toHaveCount(1);
    };

    await page.goto(`/category/${origin.id}?artist=${artist.id}`);
    const voteFor = fillIn(texts.catalog.profile.voteFor, { name: artist.name });
    await page.getByRole('link', { name: voteFor }).click();
    await expectFirst();
    await page.goto(`/category/${origin.id}`);
    await openCard(visit, artist.name);
    await page.getByRole('article', { name: artist.name }).getByRole('link').click();
    await expectFirst();
    await page.reload();
    await expectFirst();

    const valuesOf = async () =>
      Promise.all((await votes.all()).map((field) => field.inputValue()));
    const others = Array.from({ length: artist.categoryCount - 1 });
    expect(await valuesOf()).toEqual(['2', ...others.map(() => '2')]);
    const only = page.getByRole('button', { name: texts.checkout.votes.onlyThis });
    await votes.first().fill('7');
    await only.click();
    await expect(only).toHaveAttribute('aria-pressed', 'true');
    await expect(only).toHaveAccessibleDescription(name);
    expect(await valuesOf()).toEqual(['7', ...others.map(() => '0')]);
    await votes.last().fill('1');
    await expect(only).toHaveAttribute('aria-pressed', 'false');
    await only.click();
    await only.click();
    expect(await valuesOf()).toEqual(['7', ...others.map(() => '2')]);

    for (const category of ['../admin', demo.emptyCategory.id]) {
      await page.goto(`${checkoutPath(demo)}&category=${encodeURIComponent(category)}`);
      await expect(votes).toHaveCount(artist.categoryCount);
      await expect(only).toHaveCount(0);
    }
  });
}

test('the cost and the notice about the money are painted together', async ({ visitor }) => {
  const visit = await visitor({ language: 'fr', ...PHONE });
  const { page } = visit;
  // As on a slow phone: the second response arrives before the page has handled the first.
  await replaceTimers(page, 0, 2_500);
  const nominations = page.waitForResponse('**/api/nominations/artist/*');
  await amendConfig(page, async (config) => {
    await nominations;
    await page.waitForTimeout(1_000);
    return { ...config, moneyNotice: 'demo' };
  });
  await openCheckout(visit);
  await expect(page.locator('#money-notice')).toBeVisible();
  await expect(payButton(visit)).toBeVisible();
  await expectStillLayout(page);
});
