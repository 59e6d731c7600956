import { expect, type Locator, type Page } from '@playwright/test';
import type { Nomination } from '#shared/contracts/catalog';
import { FLOW_VOTERS } from './support/flows';
import { test } from './support/test';
import { fillIn } from './support/texts';
import { intercept } from './support/visit';
import { freshNumber } from './support/voter';

declare global {
  interface Window {
    focusedBefore?: Element | null;
  }
}

/** More tab stops than any screen has. */
const MAX_STOPS = 80;

for (const { language, width, height } of FLOW_VOTERS) {
  test(`a whole vote needs no pointer (${language}, ${width} px)`, async ({ visitor }) => {
    const { page, texts } = await visitor({ language, width, height });
    const number = freshNumber('06');
    const press = (key: string) => page.keyboard.press(key);
    const heading = page.getByRole('heading', { level: 1 });

    await test.step('from the first screen past the header to a category', async () => {
      await page.goto('/');
      await expect(page.getByRole('article').first()).toBeVisible();
      const skipLink = page.getByRole('link', { name: texts.common.skipToContent });
      await tabTo(page, skipLink);
      await expect(skipLink).toBeInViewport();
      await press('Enter');
      await expect(page.getByRole('main')).toBeFocused();
      const vote = page.getByRole('article').first().getByRole('link');
      await tabTo(page, vote);
      await press('Enter');
      await expect(page).toHaveURL(/\/category\//);
      await expect(heading).toBeFocused();
    });

    await test.step('through a profile to the checkout', async () => {
      const viewProfile = page
        .getByRole('button', { name: new RegExp(`^${texts.catalog.artist.viewProfile}`) })
        .first();
      if (width < 640) {
        const open = page.getByRole('article').first().getByRole('button');
        await expect(open).toBeVisible();
        await tabTo(page, open);
        await press('Enter');
      }
      await expect(viewProfile).toBeVisible();
      await tabTo(page, viewProfile);
      await press('Enter');
      const profile = page.getByRole('dialog');
      await expect(profile.getByRole('heading', { level: 2 }).last()).toBeVisible();
      await expectFocusToStayIn(profile);
      await press('Escape');
      await expect(profile).toHaveCount(0);
      await expect(viewProfile).toBeFocused();

      await press('Enter');
      await tabTo(page, profile.getByRole('link').last());
      await press('Enter');
      await expect(page).toHaveURL(/\/checkout\?/);
      await expect(heading).toBeFocused();
    });

    await test.step('through the form', async () => {
      const votes = page.getByRole('spinbutton').first();
      await expect(page.getByLabel(texts.checkout.mobileMoney.phone.label)).toBeVisible();
      await tabTo(page, votes);
      await page.keyboard.type('5');
      await expect(votes).toHaveValue('5');
      await press('ArrowUp');
      await expect(votes).toHaveValue('6');
      await tabTo(page, page.getByLabel(texts.checkout.mobileMoney.phone.label));
      await page.keyboard.type(number);
      await tabTo(page, page.getByLabel(texts.checkout.mobileMoney.email.label));
      await tabTo(page, page.getByRole('button', { name: texts.checkout.mobileMoney.submit }));
      await press('Enter');
    });

    const receipt = page.getByRole('dialog', { name: texts.receipts.card.dialogTitle });
    await test.step('to the receipt, and the question before it closes', async () => {
      await expect(receipt).toBeVisible();
      await expectFocusToStayIn(receipt);
      const close = receipt.getByRole('button', { name: texts.common.close });
      await tabTo(page, close);
      await press('Enter');
      const question = page.getByRole('dialog', { name: texts.receipts.saved.question });
      await expect(question).toBeVisible();
      await expectFocusToStayIn(question);
      await tabTo(page, question.getByRole('button', { name: texts.receipts.saved.notYet }));
      await press('Enter');
      await expect(question).toHaveCount(0);
      await expect(close).toBeFocused();

      await press('Enter');
      await tabTo(page, question.getByRole('button', { name: texts.receipts.saved.yes }));
      await press('Enter');
      await expect(page).toHaveURL(/\/categories$/);
      await expect(heading).toBeFocused();
    });

    await test.step('to My Receipts', async () => {
      const link = page.getByRole('link', { name: texts.common.myReceipts });
      if (width < 640) {
        const menuButton = page.getByRole('button', { name: texts.common.menu });
        await tabTo(page, menuButton, 'Shift+Tab');
        await press('Enter');
        const menu = page.getByRole('dialog');
        await expect(menu).toBeVisible();
        await press('Escape');
        await expect(menu).toHaveCount(0);
        await expect(menuButton).toBeFocused();
        await press('Enter');
        await expect(menu).toBeVisible();
        await tabTo(page, menu.getByRole('link', { name: texts.common.myReceipts }));
      } else {
        await tabTo(page, link.first(), 'Shift+Tab');
      }
      await press('Enter');
      await expect(page).toHaveURL(/\/my-receipts$/);
      await expect(heading).toBeFocused();
    });

    await test.step('to the same receipt again', async () => {
      await tabTo(page, page.getByLabel(texts.receipts.search.phone));
      await page.keyboard.type(number);
      await press('Enter');
      // Until then the same receipt is listed as one of this device.
      await expect(
        page.getByRole('heading', { name: fillIn(texts.receipts.found_one, { count: 1 }) }),
      ).toBeVisible();
      const view = page.getByRole('button', { name: new RegExp(texts.receipts.row.view) });
      await tabTo(page, view);
      await press('Enter');
      await expect(receipt).toBeVisible();
      await expectFocusToStayIn(receipt);
      await press('Escape');
      await expect(receipt).toHaveCount(0);
      await expect(view).toBeFocused();
    });
  });
}

for (const { language, width, height } of FLOW_VOTERS) {
  test(`a vote takes few presses of Tab (${language}, ${width} px)`, async ({ visitor, demo }) => {
    const { page, texts } = await visitor({ language, width, height });
    // The artist with the most categories, and so the most fields.
    await intercept(page, '**/api/nominations/category/*', async (route) => {
      const response = await route.fetch();
      const nominations: Nomination[] = await response.json();
      const byCategories = nominations.toSorted(
        (a, b) => b.artist.categoryCount - a.artist.categoryCount,
      );
      await route.fulfill({ response, json: byCategories.slice(0, 1) });
    });
    await page.goto(`/category/${demo.category.id}`);
    const vote = page.getByRole('article').getByRole('link');
    await expect(vote).toBeVisible();
    let presses = await tabTo(page, page.getByRole('link', { name: texts.common.skipToContent }));
    await page.keyboard.press('Enter');
    presses += await tabTo(page, vote);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    const phone = page.getByLabel(texts.checkout.mobileMoney.phone.label);
    await expect(phone).toBeVisible();
    expect(await page.getByRole('spinbutton').count()).toBeGreaterThan(2);
    presses += await tabTo(page, phone);
    await page.keyboard.type(freshNumber('06'));
    const pay = page.getByRole('button', { name: texts.checkout.mobileMoney.submit });
    presses += await tabTo(page, pay);
    expect(presses).toBeLessThanOrEqual(20);
  });
}

/**
 * Presses Tab until the element has the focus; every stop on the way must be visible and in reading
 * order. Returns the number of presses.
 */
async function tabTo(
  page: Page,
  target: Locator,
  key: 'Tab' | 'Shift+Tab' = 'Tab',
): Promise<number> {
  const stops: string[] = [];
  while (stops.length < MAX_STOPS) {
    await page.keyboard.press(key);
    const name = await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 100) ?? '');
    stops.push(name);
    await expect
      .poll(() => problemsOfFocus(page, key === 'Tab'), { message: `focus on ${name}` })
      .toEqual([]);
    await page.evaluate(() => {
      window.focusedBefore = document.activeElement;
    });
    if (await target.evaluate((element) => element === document.activeElement)) return stops.length;
  }
  throw new Error(`The focus never reached ${target}. It was on:\n${stops.join('\n')}`);
}

/** Lists problems of the focused element. */
const problemsOfFocus = (page: Page, isForwards: boolean) =>
  page.evaluate((forwards) => {
    const element = document.activeElement ?? document.body;
    const problems: string[] = [];

    const hasOutline = (shown: Element): boolean => {
      const { outlineStyle, outlineWidth } = getComputedStyle(shown);
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
    };
    // An invisible field is drawn by the elements below it.
    const isInvisible = getComputedStyle(element).opacity === '0';
    const drawing = isInvisible ? [...(element.parentElement?.querySelectorAll('*') ?? [])] : [];
    if (![element, ...drawing].some(hasOutline) && element !== document.body) {
      problems.push('cannot be seen');
    }

    const { left, top, width, height } = element.getBoundingClientRect();
    const inSight = document.elementFromPoint(
      left + width / 2,
      Math.min(top + height / 2, innerHeight - 1),
    );
    if (!inSight || !(element.contains(inSight) || inSight.contains(element))) {
      problems.push(`is covered by ${inSight?.outerHTML.slice(0, 100)}`);
    }

    const before = window.focusedBefore;
    const root = element.closest('[role="dialog"], dialog') ?? document;
    if (before && before !== element && root.contains(before) && before !== document.body) {
      const order = before.compareDocumentPosition(element);
      const isFollowing = (order & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
      // In a dialog it starts again from the other end.
      if (isFollowing !== forwards && root === document) problems.push('is out of order');
    }
    return problems;
  }, isForwards);

/** Tab cycles inside a dialog, in both directions. */
async function expectFocusToStayIn(dialog: Locator): Promise<void> {
  const page = dialog.page();
  const isInside = () => dialog.evaluate((box) => box.contains(document.activeElement));
  await expect.poll(isInside).toBe(true);
  for (const key of ['Tab', 'Tab', 'Tab', 'Tab', 'Tab', 'Tab', 'Shift+Tab', 'Shift+Tab']) {
    await page.keyboard.press(key);
    expect(await isInside()).toBe(true);
  }
}
