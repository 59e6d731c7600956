import { expect } from '@playwright/test';
import type { BrowserText } from '#sandbox/stripe/browser/texts';
import type { Nomination } from '#shared/contracts/catalog';
import type { CardPaymentBody } from '#shared/contracts/payments';
import {
  answerBank,
  bankDialog,
  bankText,
  CARDS,
  cardMethod,
  cardNumber,
  chooseCard,
  completePayment,
  expectFieldsReady,
  fillCard,
  fillEmail,
  mobileMoneyMethod,
  payByCard,
  personButton,
  SETUP_API,
  watchRequests,
  watchSessions,
} from './support/card';
import {
  atCardForm,
  atCheckout,
  expectDecline,
  expectReceipt,
  receiptOf,
} from './support/card-payment';
import { flowLanguages } from './support/flows';
import { expectNoSidewaysScroll } from './support/layout';
import { passChecks, takeClock } from './support/payment-clock';
import { test } from './support/test';
import { textsOf } from './support/texts';
import {
  amendConfig,
  checkoutPath,
  expectToast,
  pendingPaymentId,
  type Visit,
} from './support/visit';
import { freshNumber, LAPTOP, PHONE } from './support/voter';

for (const language of flowLanguages('fr')) {
  test.describe(`each test card (${language})`, () => {
    const size = language === 'en' ? LAPTOP : PHONE;

    test('success: the voter gets a receipt and finds it again', async ({ visitor, demo }) => {
      const visit = await atCardForm(visitor, language, size);
      const { page, texts } = visit;
      const email = `card-${freshNumber()}@example.com`;
      await payByCard(visit, CARDS.success, email);
      const code = await expectReceipt(visit);
      await expectNoSidewaysScroll(page);

      await page.goto('/my-receipts');
      await page.getByLabel(texts.receipts.search.email).fill(email);
      await page.getByRole('button', { name: texts.receipts.search.submit }).click();
      const row = page.getByRole('listitem').filter({ hasText: code });
      await expect(row.getByText(texts.receipts.row.card)).toBeVisible();
      const amount = 0.5 * 2 * demo.artist.categoryCount;
      await expect(
        row.getByText(amount.toFixed(2).replace('.', language === 'fr' ? ',' : '.')),
      ).toBeVisible();
    });

    test('declined cards: the voter sees why each time, and pays the same payment with another', async ({
      visitor,
    }) => {
      const visit = await atCardForm(visitor, language, size);
      const sessions = watchSessions(visit.page);
      const confirmed = watchRequests(visit.page, /\/v1\/payment_intents\/pi_\w+\/confirm$/);
      await fillEmail(visit, 'fan@example.com');
      for (const [number, message] of [
        [CARDS.genericDecline, 'card_declined'],
        [CARDS.lacksFunds, 'insufficient_funds'],
      ] satisfies [string, BrowserText][]) {
        await fillCard(visit, number);
        await completePayment(visit).click();
        await expectDecline(visit, bankText(language, message));
        await expectNoSidewaysScroll(visit.page);
      }
      await fillCard(visit, CARDS.success);
      await completePayment(visit).click();
      await expectReceipt(visit);
      expect(confirmed.sent).toHaveLength(3);
      expect(new Set(confirmed.sent.map((request) => request.url())).size).toBe(1);
      expect(sessions).toHaveLength(0); // Since the form was ready.
    });

    for (const [number, message] of [
      [CARDS.expired, 'expired_card'],
      [CARDS.wrongCvc, 'incorrect_cvc'],
      [CARDS.processingError, 'processing_error'],
    ] satisfies [string, BrowserText][]) {
      test(`declined with ${message}: the voter sees why`, async ({ visitor }) => {
        const visit = await atCardForm(visitor, language, size);
        await payByCard(visit, number);
        await expectDecline(visit, bankText(language, message));
        await expectNoSidewaysScroll(visit.page);
      });
    }

    test('the third decline ends the payment, and after the fifth a captcha allows more attempts', async ({
      visitor,
    }) => {
      const visit = await atCardForm(visitor, language, size);
      const { page, texts } = visit;
      await fillEmail(visit, 'fan@example.com');
      const declined = async () => {
        const attempt = page.waitForRequest(/\/api\/payment\/[\w-]+\/attempt$/);
        await fillCard(visit, CARDS.genericDecline);
        await completePayment(visit).click();
        const paymentId = (await attempt).url().split('/').at(-2);
        await expectDecline(visit, bankText(language, 'card_declined'));
        return `/api/payment/${paymentId}/status`;
      };
      const isOver = (status: string) =>
        expect
          .poll(async () => (await (await page.request.get(status)).json()).status)
          .toBe('failed');
      for (const _time of [1, 2]) await declined();
      await isOver(await declined());
      // The next attempt finds it ended, and the form continues with another payment.
      await fillCard(visit, CARDS.success);
      await completePayment(visit).click();
      await expect(page.getByText(texts.checkout.card.refill)).toBeVisible();
      await expectFieldsReady(visit);
      await declined();
      await isOver(await declined());
      await fillCard(visit, CARDS.success);
      await completePayment(visit).click();
      const { captcha } = texts.checkout.card;
      const box = page.getByRole('alert').filter({ hasText: captcha.heading });
      await expect(box).toContainText(captcha.hint);
      await expect(mobileMoneyMethod(visit)).toBeEnabled();
      await expect(completePayment(visit)).toBeDisabled();
      await expectNoSidewaysScroll(page);
      await box.getByRole('button', { name: personButton(language) }).click();
      await expectFieldsReady(visit);
      await fillCard(visit, CARDS.success);
      await completePayment(visit).click();
      await expectReceipt(visit);
    });

    test('3-D Secure, approved in a dialog', async ({ visitor }) => {
      const visit = await atCardForm(visitor, language, size);
      await payByCard(visit, CARDS.asksFirst);
      await expect(bankDialog(visit)).toBeVisible();
      expect(await pendingPaymentId(visit.page)).not.toBeNull();
      await answerBank(visit, 'approve');
      await expectReceipt(visit);
    });

    test('3-D Secure, rejected in a dialog', async ({ visitor }) => {
      const visit = await atCardForm(visitor, language, size);
      await payByCard(visit, CARDS.asksFirst);
      await answerBank(visit, 'refuse');
      await expectDecline(visit, bankText(language, 'payment_intent_authentication_failure'));
    });

    test('3-D Secure on the bank’s own page, approved', async ({ visitor }) => {
      const visit = await atCardForm(visitor, language, size);
      const { page } = visit;
      const warnings: string[] = [];
      page.on('dialog', (warning) => {
        warnings.push(warning.type());
        void warning.accept();
      });
      await payByCard(visit, CARDS.leavesThePage);
      await expect(page).toHaveURL(/\/sandbox\/stripe\/challenge/);
      await answerBank(visit, 'approve');
      await expectReceipt(visit);
      await expect(page).toHaveURL(/\/checkout\?artist=[^&]+$/);
      await expect(warnings).toEqual([]); // On the way to the bank.
    });

    test('3-D Secure on the bank’s own page, rejected', async ({ visitor }) => {
      const visit = await atCardForm(visitor, language, size);
      const { page, texts } = visit;
      await payByCard(visit, CARDS.leavesThePage);
      await answerBank(visit, 'refuse');
      await expect(page).toHaveURL(/\/checkout\?artist=[^&]+$/);
      await expectDecline(visit, texts.checkout.card.notApproved);

      await expectFieldsReady(visit);
      await fillCard(visit, CARDS.success);
      await completePayment(visit).click();
      await expectReceipt(visit);
    });
  });
}

test.describe('the form', () => {
  test('is chosen by pointer or arrow keys, with the cost of each method', async ({
    visitor,
    demo,
  }) => {
    const visit = await atCheckout(visitor, 'en');
    const { page, texts } = visit;
    await expect(mobileMoneyMethod(visit)).toBeChecked();
    const votes = 2 * demo.artist.categoryCount;
    const group = page.getByRole('group', { name: texts.checkout.method.legend });
    await expect(group.getByText(`${votes * 100}\u00a0CFA`)).toBeVisible();
    await expect(group.getByText(`$${(votes / 2).toFixed(2)}`)).toBeVisible();

    await mobileMoneyMethod(visit).focus();
    await page.keyboard.press('ArrowRight');
    await expect(cardMethod(visit)).toBeChecked();
    await expectFieldsReady(visit);
    await expect(page.getByText(`${votes} votes × $0.50`, { exact: true })).toBeVisible();

    await page.reload();
    await expect(cardMethod(visit)).toBeChecked();
    await expectFieldsReady(visit);
    await cardMethod(visit).focus();
    await page.keyboard.press('ArrowLeft');
    await expect(page.getByLabel(texts.checkout.mobileMoney.phone.label)).toBeVisible();
  });

  test('is the only method where mobile money is off, and is not mentioned where it is off itself', async ({
    visitor,
  }) => {
    const visit = await atCheckout(visitor, 'fr');
    const { page, texts } = visit;
    const only = async (methods: { mobileMoney: boolean; card: boolean }) => {
      await page.unroute('**/api/config');
      await amendConfig(page, (config) => ({ ...config, methods }));
      await page.reload();
    };
    await only({ mobileMoney: false, card: true });
    await expectFieldsReady(visit);
    await expect(page.getByRole('radio')).toHaveCount(0);
    await only({ mobileMoney: true, card: false });
    await expect(page.getByLabel(texts.checkout.mobileMoney.phone.label)).toBeVisible();
    await expect(page.getByRole('radio')).toHaveCount(0);
    await expect(page.getByText(texts.checkout.method.card, { exact: true })).toHaveCount(0);
    await only({ mobileMoney: false, card: false });
    await expect(page.getByText(texts.checkout.nothingToPay.off.heading)).toBeVisible();
  });

  test('requires a complete e-mail address', async ({ visitor }) => {
    const visit = await atCardForm(visitor, 'fr');
    const { page, texts } = visit;
    const { emailRequired, email } = texts.checkout.card;
    await completePayment(visit).click();
    await expectToast(visit.page, emailRequired.title, emailRequired.description);
    await fillEmail(visit, 'fan@example');
    await completePayment(visit).click();
    await expect(page.getByText(email.invalid)).toBeVisible();
  });

  test('leaves it to the card fields to show their errors', async ({ visitor }) => {
    const visit = await atCardForm(visitor, 'en');
    await fillEmail(visit, 'fan@example.com');
    await fillCard(visit, '4242424242424241');
    await completePayment(visit).click();
    await expect(visit.page.getByText(bankText('en', 'invalid_number'))).toBeVisible();
    await expect(completePayment(visit)).toBeEnabled();
    expect(await pendingPaymentId(visit.page)).toBeNull();
  });

  test('cannot pay for no votes, and needs no new session when the votes come back', async ({
    visitor,
  }) => {
    const visit = await atCheckout(visitor, 'en');
    const { page } = visit;
    // One nomination only: the votes of several would be removed and restored one after the other.
    await page.route('**/api/nominations/artist/*', async (route) => {
      const response = await route.fetch();
      const nominations: Nomination[] = await response.json();
      await route.fulfill({ response, json: nominations.slice(0, 1) });
    });
    await page.reload();
    await chooseCard(visit);
    const sessions = watchSessions(page);
    const votes = page.getByRole('spinbutton');
    await votes.fill('0');
    await expect(completePayment(visit)).toBeDisabled();
    await votes.fill('2');
    await payByCard(visit, CARDS.success);
    await expectReceipt(visit);
    expect(sessions).toHaveLength(0);
  });

  test('sends the address 800 ms after it was typed', async ({ visitor }) => {
    const visit = await atCardForm(visitor, 'en');
    const sent = visit.page.waitForRequest(/\/api\/payment\/[^/]+\/email$/);
    await fillEmail(visit, 'late@example.com');
    expect((await sent).postDataJSON()).toEqual({ voterEmail: 'late@example.com' });
  });

  test('follows the language that the voter switches to', async ({ visitor }) => {
    const visit = await atCardForm(visitor, 'en', LAPTOP);
    const { page, texts } = visit;
    await page.getByRole('button', { name: texts.common.languageName.fr }).click();
    const french: Visit = { ...visit, texts: textsOf('fr'), language: 'fr' };
    await expectFieldsReady(french);
    await payByCard(french, CARDS.expired);
    await expectDecline(french, bankText('fr', 'expired_card'));
  });

  test('asks for the card again when changed votes make another payment', async ({ visitor }) => {
    const visit = await atCardForm(visitor, 'fr');
    const { page, texts } = visit;
    await payByCard(visit, CARDS.lacksFunds);
    await expectDecline(visit, bankText('fr', 'insufficient_funds'));
    await page.getByRole('spinbutton').first().fill('1');
    await expect(page.getByText(texts.checkout.card.refill)).toBeVisible();
    await expectFieldsReady(visit);
    await expect(cardNumber(visit)).toHaveValue('');
    await fillCard(visit, CARDS.success);
    await expect(page.getByText(texts.checkout.card.refill)).toHaveCount(0);
    await completePayment(visit).click();
    await expectReceipt(visit);
  });

  test('is frozen while the payment is in progress', async ({ visitor }) => {
    const visit = await atCardForm(visitor, 'en');
    const { page, texts } = visit;
    await payByCard(visit, CARDS.asksFirst);
    await expect(bankDialog(visit)).toBeVisible();
    for (const input of await page.getByRole('spinbutton', { includeHidden: true }).all()) {
      await expect(input).toBeDisabled();
    }
    await expect(page.locator('input[type=radio]').first()).toBeDisabled();
    await expect(page.getByLabel(texts.checkout.card.email.label, { exact: true })).toBeDisabled();
    await answerBank(visit, 'refuse');
    await expect(page.getByRole('spinbutton').first()).toBeEnabled();
  });
});

test.describe('a voter', () => {
  test('who changes the votes quickly pays what is on screen', async ({ visitor, demo }) => {
    const visit = await atCardForm(visitor, 'fr');
    const { page } = visit;
    const setups = watchRequests(page, /create-payment-intent-multi$/);
    let answerFirst = () => {};
    const mayAnswer = new Promise<void>((resolve) => {
      answerFirst = resolve;
    });
    await page.route(SETUP_API, async (route) => {
      await mayAnswer;
      await route.continue();
    });
    await fillEmail(visit, 'fan@example.com');
    await fillCard(visit, CARDS.success);
    const votes = page.getByRole('spinbutton').first();
    await votes.fill('3');
    await expect.poll(() => setups.sent.length).toBe(1);
    for (const count of [40, 5, 17, 23]) await votes.fill(String(count));
    await completePayment(visit).click();
    answerFirst();
    await expectReceipt(visit);

    const total = 23 + 2 * (demo.artist.categoryCount - 1);
    await expect(receiptOf(visit).getByText(String(total), { exact: true })).toBeVisible();
    expect(setups.sent).toHaveLength(2);
    expect(setups.most).toBe(1);
    const last: CardPaymentBody = setups.sent.at(-1)!.postDataJSON();
    expect(last.totalVotes).toBe(total);
  });

  test('who presses the button twice is charged once', async ({ visitor }) => {
    const visit = await atCardForm(visitor, 'fr');
    const confirmed = watchRequests(visit.page, /\/confirm$/);
    await fillEmail(visit, 'fan@example.com');
    await fillCard(visit, CARDS.success);
    await completePayment(visit).dblclick();
    await expectReceipt(visit);
    expect(confirmed.sent).toHaveLength(1);
  });

  test('who reloads during the bank’s authentication is followed until it is completed', async ({
    visitor,
  }) => {
    const visit = await atCardForm(visitor, 'fr');
    const { page, texts } = visit;
    const answered = page.waitForResponse(/\/v1\/payment_intents\/\w+\/confirm$/);
    await payByCard(visit, CARDS.asksFirst);
    const intent = await (await answered).json();
    await expect(bankDialog(visit)).toBeVisible();

    page.once('dialog', (leaveWarning) => leaveWarning.accept());
    await page.reload();
    await expect(page.getByText(texts.checkout.status.waiting)).toBeVisible();
    await expect(completePayment(visit)).toBeDisabled();
    // The payer approves in the bank's app.
    const { key } = Object.fromEntries(
      new URLSearchParams((await answered).request().postData() ?? ''),
    );
    const approval = await page.request.post('/v1/3ds2/authenticate', {
      form: { key: key!, source: intent.next_action.use_stripe_sdk.source, outcome: 'approved' },
      headers: { origin: new URL(page.url()).origin },
    });
    expect(approval.ok(), await approval.text()).toBe(true);
    await expectReceipt(visit);
  });

  test('who reloads during the bank’s authentication is offered its window again, and approves', async ({
    visitor,
  }) => {
    const visit = await atCardForm(visitor, 'fr');
    const { page, texts } = visit;
    await payByCard(visit, CARDS.asksFirst);
    await expect(bankDialog(visit)).toBeVisible();
    page.once('dialog', (leaveWarning) => leaveWarning.accept());
    await page.reload();
    const { bank } = texts.checkout.card;
    await expect(page.getByText(bank.heading)).toBeVisible();
    await expect(page.getByText(texts.checkout.mobileMoney.paymentOpen)).toHaveCount(0);
    await page.getByRole('button', { name: bank.open }).click();
    await expect(bankDialog(visit)).toBeVisible();
    await answerBank(visit, 'approve');
    await expectReceipt(visit);
  });

  test('who gives the attempt up after a reload can pay again at once', async ({ visitor }) => {
    const visit = await atCardForm(visitor, 'en');
    const { page, texts } = visit;
    await payByCard(visit, CARDS.asksFirst);
    await expect(bankDialog(visit)).toBeVisible();
    page.once('dialog', (leaveWarning) => leaveWarning.accept());
    await page.reload();
    await page.getByRole('button', { name: texts.checkout.card.bank.giveUp }).click();
    await expectFieldsReady(visit);
    await fillCard(visit, CARDS.success);
    await completePayment(visit).click();
    await expectReceipt(visit);
  });

  test('who reloads and cancels the bank’s authentication can pay again', async ({
    visitor,
    demo,
  }) => {
    const visit = await visitor({ language: 'en', ...PHONE });
    const { page, texts } = visit;
    const clock = await takeClock(page);
    await page.goto(checkoutPath(demo));
    await chooseCard(visit);
    await payByCard(visit, CARDS.asksFirst);
    await expect(bankDialog(visit)).toBeVisible();
    page.once('dialog', (leaveWarning) => leaveWarning.accept());
    await page.reload();
    await expect(completePayment(visit)).toBeVisible();
    await clock.stop();
    await passChecks(page, 1, 10);
    const { uncertain, waiting } = texts.checkout;
    await expect(page.getByRole('heading', { name: uncertain.cardQuestion })).toBeVisible();
    await expect(page.getByText(waiting.noPrompt.split('?')[0]!)).toHaveCount(0);
    await page.getByRole('button', { name: uncertain.tryAgain }).click();
    await expect(page.getByRole('heading', { name: uncertain.cardQuestion })).toHaveCount(0);

    await page.clock.resume();
    await expectFieldsReady(visit);
    await fillCard(visit, CARDS.success);
    await completePayment(visit).click();
    await expectReceipt(visit);
  });

  test('who leaves the checkout during the bank’s authentication is followed', async ({
    visitor,
  }) => {
    const visit = await atCheckout(visitor, 'en');
    const { page, texts } = visit;
    await page.getByRole('link', { name: texts.catalog.allCategories }).click();
    await expect(page).toHaveURL(/\/categories$/);
    await page.goBack();
    await chooseCard(visit);
    await payByCard(visit, CARDS.asksFirst);
    await expect(bankDialog(visit)).toBeVisible();
    await page.goForward();
    await expect(page).toHaveURL(/\/categories$/);
    await expect(page.getByText(texts.checkout.status.waiting)).toBeVisible();
    await answerBank(visit, 'approve');
    await expectReceipt(visit);
  });

  test('with two tabs pays what the tab of the pressed button shows', async ({ visitor, demo }) => {
    const visit = await atCardForm(visitor, 'en');
    const { page } = visit;
    const other = await page.context().newPage();
    const otherVisit = { ...visit, page: other };
    await other.goto(checkoutPath(demo));
    await chooseCard(otherVisit);
    const changed = other.waitForResponse(SETUP_API);
    await other.getByRole('spinbutton').first().fill('50');
    await changed;

    await page.bringToFront();
    const setupResponse = page.waitForResponse(SETUP_API);
    await page.getByRole('spinbutton').first().fill('3');
    await setupResponse;
    const overtaken = other.waitForResponse(SETUP_API);
    await other.getByRole('spinbutton').first().fill('60');
    await overtaken;

    await payByCard(visit, CARDS.success);
    await expectReceipt(visit);
    const total = 3 + 2 * (demo.artist.categoryCount - 1);
    await expect(receiptOf(visit).getByText(String(total), { exact: true })).toBeVisible();
  });
});
