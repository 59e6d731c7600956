import { expect } from '@playwright/test';
import {
  ATTEMPT_API,
  answerBank,
  CARD_SCRIPT,
  CARDS,
  CONFIRM_API,
  cardMethod,
  cardNumber,
  completePayment,
  expectFieldsReady,
  fillCard,
  fillEmail,
  mobileMoneyMethod,
  PROVIDER_CONFIRM,
  payByCard,
  SETUP_API,
  watchRequests,
} from './support/card';
import { atCardForm, atCheckout, expectReceipt } from './support/card-payment';
import { test } from './support/test';
import {
  amendConfig,
  answer,
  expectFailurePanel,
  expectToast,
  hold,
  pendingPaymentId,
  toastIn,
  type Visit,
} from './support/visit';

/** Without fields the button is disabled, and explains why; the possible action is highlighted. */
async function expectSubmitDisabled(visit: Visit, reason: string): Promise<void> {
  const { page, texts } = visit;
  const submit = completePayment(visit);
  await expect(submit).toBeDisabled();
  await expect(submit).toHaveAccessibleDescription(new RegExp(reason.replace(/[.?]/g, '\\$&')));
  const retry = page.getByRole('button', { name: texts.common.retry });
  const primaryColor = await retry.evaluate((button) => getComputedStyle(button).backgroundColor);
  await expect(submit).not.toHaveCSS('background-color', primaryColor);
}

test.describe('failures of card payments', () => {
  test('the provider’s script fails to load: mobile money is available, and loading can be retried', async ({
    visitor,
  }) => {
    const visit = await atCheckout(visitor, 'fr');
    const { page, texts } = visit;
    await page.route(CARD_SCRIPT, (route) => route.abort());
    await cardMethod(visit).check();
    const { unavailable, error } = texts.checkout.card;
    await expect(page.getByText(unavailable.heading)).toBeVisible();
    await expectSubmitDisabled(visit, unavailable.heading);
    await fillEmail(visit, 'fan@example.com');
    await page.keyboard.press('Enter');
    await expectToast(visit.page, texts.checkout.error.title, error.incomplete);
    await mobileMoneyMethod(visit).check();
    await expect(page.getByLabel(texts.checkout.mobileMoney.phone.label)).toBeVisible();

    await cardMethod(visit).check();
    await expect(page.getByText(unavailable.heading)).toBeVisible();
    await page.unroute(CARD_SCRIPT);
    await page.getByRole('button', { name: texts.common.retry }).click();
    await expectFieldsReady(visit);
    await payByCard(visit, CARDS.success);
    await expectReceipt(visit);
  });

  test('the server rejects the set-up of the payment: the voter sees that and can retry', async ({
    visitor,
  }) => {
    const visit = await atCheckout(visitor, 'en');
    const { page, texts } = visit;
    await answer(page, SETUP_API, { code: 'unavailable', message: '' }, 422);
    await cardMethod(visit).check();
    const { setupFailed } = texts.checkout.card;
    await expectFailurePanel(
      page,
      setupFailed.title,
      `${setupFailed.description} ${texts.checkout.card.unavailable.otherMethod}`,
    );
    await expectSubmitDisabled(visit, setupFailed.title);
    await page.unroute(SETUP_API);
    await page.getByRole('button', { name: texts.common.retry }).click();
    await expectFieldsReady(visit);
    await expect(completePayment(visit)).toBeEnabled();
  });

  test('the server is busy: the request is retried silently', async ({ visitor }) => {
    const visit = await atCheckout(visitor, 'en');
    const { page, texts } = visit;
    let refusals = 0;
    await page.route(SETUP_API, async (route) => {
      refusals += 1;
      if (refusals > 2) return route.continue();
      await route.fulfill({
        status: refusals === 1 ? 429 : 503,
        headers: { 'Retry-After': '1' },
        json: { code: 'rate-limited', message: '' },
      });
    });
    await cardMethod(visit).check();
    await expect(page.getByText(texts.checkout.card.settingUp)).toBeVisible();
    await expectFieldsReady(visit);
    expect(refusals).toBe(3);
    await expect(toastIn(page, texts.checkout.card.setupFailed.title)).toHaveCount(0);
  });

  test('the server cannot confirm: the voter sees that, and the receipt appears later', async ({
    visitor,
  }) => {
    const visit = await atCardForm(visitor, 'fr');
    const { texts } = visit;
    await answer(visit.page, CONFIRM_API, { code: 'unavailable', message: '' }, 503);
    await payByCard(visit, CARDS.success);
    await expectToast(
      visit.page,
      texts.checkout.error.title,
      texts.checkout.card.error.confirmingAlone,
    );
    await expectReceipt(visit);
  });

  test('the connection is lost after the charge: the payment is followed to its receipt', async ({
    visitor,
  }) => {
    const visit = await atCardForm(visitor, 'fr');
    const { page, texts } = visit;
    await page.route(PROVIDER_CONFIRM, async (route) => {
      await route.fetch();
      await route.abort();
    });
    await payByCard(visit, CARDS.success);
    await expectToast(visit.page, texts.checkout.error.title, texts.checkout.card.error.unexpected);
    await expectReceipt(visit);
  });

  test('the attempt cannot be recorded: nothing is charged', async ({ visitor }) => {
    const visit = await atCardForm(visitor, 'en');
    const { page, texts } = visit;
    const confirmed = watchRequests(page, /\/v1\/payment_intents\/\w+\/confirm$/);
    await page.route(ATTEMPT_API, (route) => route.abort());
    await payByCard(visit, CARDS.success);
    await expectToast(visit.page, texts.checkout.error.title, texts.checkout.card.error.unexpected);
    expect(confirmed.sent).toHaveLength(0);
    await expect.poll(() => pendingPaymentId(page)).toBeNull();

    await page.unroute(ATTEMPT_API);
    await completePayment(visit).click();
    await expectReceipt(visit);
  });

  test('the cookies were deleted: another payment is set up, and the card has to be entered again', async ({
    visitor,
  }) => {
    const visit = await atCardForm(visitor, 'fr');
    const { page, texts } = visit;
    await page.context().clearCookies();
    await payByCard(visit, CARDS.success);
    await expectToast(visit.page, texts.checkout.error.title, texts.checkout.card.error.refill);
    await expect(page.getByText(texts.checkout.card.refill)).toBeVisible();
    await expectFieldsReady(visit);
    await fillCard(visit, CARDS.success);
    await completePayment(visit).click();
    await expectReceipt(visit);
  });

  test('the voter returns from the bank to a browser without stored data: the receipt appears', async ({
    visitor,
  }) => {
    const visit = await atCardForm(visitor, 'en');
    const { page } = visit;
    await payByCard(visit, CARDS.leavesThePage);
    await expect(page).toHaveURL(/\/sandbox\/stripe\/challenge/);
    await page.context().clearCookies();
    await page.evaluate(() => {
      localStorage.clear();
      sessionStorage.clear();
    });
    await answerBank(visit, 'approve');
    await expectReceipt(visit);
  });

  test('the connection is lost while returning from the bank: the receipt appears later', async ({
    visitor,
  }) => {
    const visit = await atCardForm(visitor, 'fr');
    const { page, texts } = visit;
    await payByCard(visit, CARDS.leavesThePage);
    await expect(page).toHaveURL(/\/sandbox\/stripe\/challenge/);
    await page.route(CONFIRM_API, (route) => route.abort());
    await answerBank(visit, 'approve');
    await expectToast(
      visit.page,
      texts.checkout.error.title,
      texts.checkout.card.error.confirmingAlone,
    );
    await expectReceipt(visit);
  });

  test('voting was closed in between: the voter sees that', async ({ visitor }) => {
    const visit = await atCardForm(visitor, 'en');
    const { page, texts } = visit;
    await answer(page, ATTEMPT_API, { code: 'voting-closed', message: '' }, 409);
    await amendConfig(page, (config) => ({
      ...config,
      voting: { isOpen: false, opensAt: null, closesAt: '2025-11-29T20:00:00.000Z' },
    }));
    await payByCard(visit, CARDS.success);
    await expect(page.getByRole('heading', { name: texts.checkout.voting.closed })).toBeVisible();
    // The page says it, so no error does.
    await expect(toastIn(page, texts.checkout.error.title)).toHaveCount(0);
  });

  test('the session never arrives: the form stays, and shows what it is doing', async ({
    visitor,
  }) => {
    const visit = await atCheckout(visitor, 'fr');
    const { page, texts } = visit;
    await hold(page, SETUP_API);
    await cardMethod(visit).check();
    await expect(page.getByText(texts.checkout.card.settingUp)).toBeVisible();
    await expect(cardNumber(visit)).toHaveCount(0);
  });
});
