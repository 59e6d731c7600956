import { type Browser, type BrowserContext, expect, type Page, test } from '@playwright/test';
import type { BrowserText } from '#sandbox/stripe/browser/texts';
import type { Nomination } from '#shared/contracts/catalog';
import type { CardPaymentBody } from '#shared/contracts/payments';
import { LANGUAGES, type Language } from '#shared/domain/localized';
import {
  ATTEMPT_API,
  answerBank,
  bankDialog,
  bankText,
  CARD_SCRIPT,
  CARDS,
  CONFIRM_API,
  cardMethod,
  cardNumber,
  chooseCard,
  completePayment,
  expectFieldsReady,
  fillCard,
  fillEmail,
  mobileMoneyMethod,
  PROVIDER_CONFIRM,
  payByCard,
  SETUP_API,
  watchRequests,
  watchSessions,
} from './support/card';
import { type Demo, readDemo } from './support/demo';
import { expectNoSidewaysScroll } from './support/layout';
import { passChecks, takeClock } from './support/payment-clock';
import { amendConfig, answer, checkoutPath, hold, type Stage, toastIn } from './support/stage';
import { textsOf } from './support/texts';
import { freshNumber, newVoter, type VoterSetup } from './support/voter';

const PHONE = { width: 360, height: 740 };
const LAPTOP = { width: 1280, height: 900 };

let demo: Demo;
test.beforeAll(async ({ request }) => {
  demo = await readDemo(request);
});

const contexts: BrowserContext[] = [];
test.afterEach(async () => {
  await Promise.all(contexts.splice(0).map((context) => context.close()));
});

/** A visitor at the checkout of somebody nominated in several categories. */
async function atCheckout(
  browser: Browser,
  language: Language,
  size: Omit<VoterSetup, 'language'> = PHONE,
): Promise<Stage> {
  const { page, texts, context } = await newVoter(browser, { language, ...size });
  contexts.push(context);
  await page.goto(checkoutPath(demo));
  return { page, texts, language, demo };
}

async function atCardForm(browser: Browser, language: Language, size = PHONE): Promise<Stage> {
  const stage = await atCheckout(browser, language, size);
  await chooseCard(stage);
  return stage;
}

const receiptOf = ({ page, texts }: Stage) =>
  page.getByRole('dialog', { name: texts.receipts.card.dialogTitle });

const pendingPaymentId = (page: Page) =>
  page.evaluate(() => localStorage.getItem('pendingPaymentId'));

async function expectToast({ page }: Stage, title: string, description: string): Promise<void> {
  const toast = toastIn(page, title);
  await expect(toast.getByText(description, { exact: true })).toBeVisible();
}

/** Nothing was charged, and the voter reads why: at once and for as long as it takes. */
async function expectDecline(stage: Stage, message: string): Promise<void> {
  const { page, texts } = stage;
  await expectToast(stage, texts.checkout.failed.title, message);
  await expect(page.getByRole('main').getByText(message, { exact: true })).toBeVisible();
  await expect.poll(() => pendingPaymentId(page)).toBeNull();
  await expect(completePayment(stage)).toBeEnabled();
}

/** Without fields the button can do nothing, and says why; what can be done is in the brightest light. */
async function expectOutOfReach(stage: Stage, reason: string): Promise<void> {
  const { page, texts } = stage;
  const submit = completePayment(stage);
  await expect(submit).toBeDisabled();
  await expect(submit).toHaveAccessibleDescription(reason);
  const retry = page.getByRole('button', { name: texts.common.retry });
  const brightest = await retry.evaluate((button) => getComputedStyle(button).backgroundColor);
  await expect(submit).not.toHaveCSS('background-color', brightest);
}

async function expectReceipt(stage: Stage): Promise<string> {
  const receipt = receiptOf(stage);
  await expect(receipt).toBeVisible();
  await expect(receipt.getByText(demo.artist.name)).toBeVisible();
  await expect.poll(() => pendingPaymentId(stage.page)).toBeNull();
  return (await receipt.getByText(/^#[0-9A-Z]{10}$/).textContent()) ?? '';
}

for (const language of LANGUAGES) {
  test.describe(`each test card (${language})`, () => {
    const size = language === 'en' ? LAPTOP : PHONE;

    test('success: the voter gets a receipt and finds it again', async ({ browser }) => {
      const stage = await atCardForm(browser, language, size);
      const { page, texts } = stage;
      const email = `card-${freshNumber()}@example.com`;
      await payByCard(stage, CARDS.success, email);
      const code = await expectReceipt(stage);
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

    for (const [name, number, message] of [
      ['generic decline', CARDS.genericDecline, 'card_declined'],
      ['insufficient funds', CARDS.lacksFunds, 'insufficient_funds'],
      ['expired card', CARDS.expired, 'expired_card'],
      ['wrong security code', CARDS.wrongCvc, 'incorrect_cvc'],
      ['processing error', CARDS.processingError, 'processing_error'],
    ] satisfies [string, string, BrowserText][]) {
      test(`${name}: the voter reads why, and pays the same payment with another card`, async ({
        browser,
      }) => {
        const stage = await atCardForm(browser, language, size);
        const sessions = watchSessions(stage.page);
        const confirmed = watchRequests(stage.page, /\/v1\/payment_intents\/pi_\w+\/confirm$/);
        await payByCard(stage, number);
        await expectDecline(stage, bankText(language, message));
        await expectNoSidewaysScroll(stage.page);

        await fillCard(stage, CARDS.success);
        await completePayment(stage).click();
        await expectReceipt(stage);
        expect(new Set(confirmed.sent.map((request) => request.url())).size).toBe(1);
        expect(sessions).toHaveLength(0); // since the form was ready
      });
    }

    test('3-D Secure, approved in a dialog', async ({ browser }) => {
      const stage = await atCardForm(browser, language, size);
      await payByCard(stage, CARDS.asksFirst);
      await expect(bankDialog(stage)).toBeVisible();
      expect(await pendingPaymentId(stage.page)).not.toBeNull();
      await answerBank(stage, 'approve');
      await expectReceipt(stage);
    });

    test('3-D Secure, refused in a dialog', async ({ browser }) => {
      const stage = await atCardForm(browser, language, size);
      await payByCard(stage, CARDS.asksFirst);
      await answerBank(stage, 'refuse');
      await expectDecline(stage, bankText(language, 'payment_intent_authentication_failure'));
    });

    test('3-D Secure on the bank’s own page, approved', async ({ browser }) => {
      const stage = await atCardForm(browser, language, size);
      const { page } = stage;
      const warnings: string[] = [];
      page.on('dialog', (warning) => {
        warnings.push(warning.type());
        void warning.accept();
      });
      await payByCard(stage, CARDS.leavesThePage);
      await expect(page).toHaveURL(/\/sandbox\/stripe\/challenge/);
      await answerBank(stage, 'approve');
      await expectReceipt(stage);
      await expect(page).toHaveURL(/\/checkout\?artist=[^&]+$/);
      expect(warnings).toEqual([]); // on the way to the bank
    });

    test('3-D Secure on the bank’s own page, refused', async ({ browser }) => {
      const stage = await atCardForm(browser, language, size);
      const { page, texts } = stage;
      await payByCard(stage, CARDS.leavesThePage);
      await answerBank(stage, 'refuse');
      await expect(page).toHaveURL(/\/checkout\?artist=[^&]+$/);
      await expectDecline(stage, texts.checkout.card.notApproved);

      await expectFieldsReady(stage);
      await fillCard(stage, CARDS.success);
      await completePayment(stage).click();
      await expectReceipt(stage);
    });
  });
}

test.describe('the form', () => {
  test('is chosen by pointer or arrow keys, with what each method costs', async ({ browser }) => {
    const stage = await atCheckout(browser, 'en');
    const { page, texts } = stage;
    await expect(mobileMoneyMethod(stage)).toBeChecked();
    const votes = 2 * demo.artist.categoryCount;
    const group = page.getByRole('group', { name: texts.checkout.method.legend });
    await expect(group.getByText(`${votes * 100}\u00a0CFA`)).toBeVisible();
    await expect(group.getByText(`$${(votes / 2).toFixed(2)}`)).toBeVisible();

    await mobileMoneyMethod(stage).focus();
    await page.keyboard.press('ArrowRight');
    await expect(cardMethod(stage)).toBeChecked();
    await expectFieldsReady(stage);
    await expect(page.getByText(`${votes} votes × $0.50`, { exact: true })).toBeVisible();

    await page.reload();
    await expect(cardMethod(stage)).toBeChecked();
    await expectFieldsReady(stage);
    await cardMethod(stage).focus();
    await page.keyboard.press('ArrowLeft');
    await expect(page.getByLabel(texts.checkout.mobileMoney.phone.label)).toBeVisible();
  });

  test('stands alone where mobile money is off, and says nothing of itself where it is off', async ({
    browser,
  }) => {
    const stage = await atCheckout(browser, 'fr');
    const { page, texts } = stage;
    const only = async (methods: { mobileMoney: boolean; card: boolean }) => {
      await page.unroute('**/api/config');
      await amendConfig(page, (config) => ({ ...config, methods }));
      await page.reload();
    };
    await only({ mobileMoney: false, card: true });
    await expectFieldsReady(stage);
    await expect(page.getByRole('radio')).toHaveCount(0);
    await only({ mobileMoney: true, card: false });
    await expect(page.getByLabel(texts.checkout.mobileMoney.phone.label)).toBeVisible();
    await expect(page.getByRole('radio')).toHaveCount(0);
    await expect(page.getByText(texts.checkout.method.card, { exact: true })).toHaveCount(0);
    await only({ mobileMoney: false, card: false });
    await expect(page.getByText(texts.checkout.nothingToPay.off.heading)).toBeVisible();
  });

  test('asks for an e-mail address, a whole one', async ({ browser }) => {
    const stage = await atCardForm(browser, 'fr');
    const { page, texts } = stage;
    const { emailRequired, email } = texts.checkout.card;
    await completePayment(stage).click();
    await expectToast(stage, emailRequired.title, emailRequired.description);
    await fillEmail(stage, 'fan@example');
    await completePayment(stage).click();
    await expect(page.getByText(email.invalid)).toBeVisible();
  });

  test('leaves it to the fields to say what is wrong with them', async ({ browser }) => {
    const stage = await atCardForm(browser, 'en');
    await fillEmail(stage, 'fan@example.com');
    await fillCard(stage, '4242424242424241');
    await completePayment(stage).click();
    await expect(stage.page.getByText(bankText('en', 'invalid_number'))).toBeVisible();
    await expect(completePayment(stage)).toBeEnabled();
    expect(await pendingPaymentId(stage.page)).toBeNull();
  });

  test('cannot pay for no votes, and needs no new session when they come back', async ({
    browser,
  }) => {
    const stage = await atCheckout(browser, 'en');
    const { page } = stage;
    // One nomination only: the votes of several would go, and come back, one after the other.
    await page.route('**/api/nominations/artist/*', async (route) => {
      const response = await route.fetch();
      const nominations: Nomination[] = await response.json();
      await route.fulfill({ response, json: nominations.slice(0, 1) });
    });
    await page.reload();
    await chooseCard(stage);
    const sessions = watchSessions(page);
    const votes = page.getByRole('spinbutton');
    await votes.fill('0');
    await expect(completePayment(stage)).toBeDisabled();
    await votes.fill('2');
    await payByCard(stage, CARDS.success);
    await expectReceipt(stage);
    expect(sessions).toHaveLength(0);
  });

  test('sends the address 800 ms after it was typed', async ({ browser }) => {
    const stage = await atCardForm(browser, 'en');
    const sent = stage.page.waitForRequest(/\/api\/payment\/[^/]+\/email$/);
    await fillEmail(stage, 'late@example.com');
    expect((await sent).postDataJSON()).toEqual({ voterEmail: 'late@example.com' });
  });

  test('speaks the language that the voter turns to', async ({ browser }) => {
    const stage = await atCardForm(browser, 'en', LAPTOP);
    const { page, texts } = stage;
    await page.getByRole('button', { name: texts.common.languageName.fr }).click();
    const french: Stage = { ...stage, texts: textsOf('fr'), language: 'fr' };
    await expectFieldsReady(french);
    await payByCard(french, CARDS.expired);
    await expectDecline(french, bankText('fr', 'expired_card'));
  });

  test('asks for the card again when other votes make another payment', async ({ browser }) => {
    const stage = await atCardForm(browser, 'fr');
    const { page, texts } = stage;
    await payByCard(stage, CARDS.lacksFunds);
    await expectDecline(stage, bankText('fr', 'insufficient_funds'));
    await page.getByRole('spinbutton').first().fill('1');
    await expect(page.getByText(texts.checkout.card.refill)).toBeVisible();
    await expectFieldsReady(stage);
    await expect(cardNumber(stage)).toHaveValue('');
    await fillCard(stage, CARDS.success);
    await expect(page.getByText(texts.checkout.card.refill)).toHaveCount(0);
    await completePayment(stage).click();
    await expectReceipt(stage);
  });

  test('freezes while the payment is under way', async ({ browser }) => {
    const stage = await atCardForm(browser, 'en');
    const { page, texts } = stage;
    await payByCard(stage, CARDS.asksFirst);
    await expect(bankDialog(stage)).toBeVisible();
    for (const input of await page.getByRole('spinbutton', { includeHidden: true }).all()) {
      await expect(input).toBeDisabled();
    }
    await expect(page.locator('input[type=radio]').first()).toBeDisabled();
    await expect(page.getByLabel(texts.checkout.card.email.label, { exact: true })).toBeDisabled();
    await answerBank(stage, 'refuse');
    await expect(page.getByRole('spinbutton').first()).toBeEnabled();
  });
});

test.describe('an impatient voter', () => {
  test('who changes the votes quickly pays what is on screen', async ({ browser }) => {
    const stage = await atCardForm(browser, 'fr');
    const { page } = stage;
    const setups = watchRequests(page, /create-payment-intent-multi$/);
    let answerFirst = () => {};
    const mayAnswer = new Promise<void>((resolve) => {
      answerFirst = resolve;
    });
    await page.route(SETUP_API, async (route) => {
      await mayAnswer;
      await route.continue();
    });
    await fillEmail(stage, 'fan@example.com');
    await fillCard(stage, CARDS.success);
    const votes = page.getByRole('spinbutton').first();
    await votes.fill('3');
    await expect.poll(() => setups.sent.length).toBe(1);
    for (const count of [40, 5, 17, 23]) await votes.fill(String(count));
    await completePayment(stage).click();
    answerFirst();
    await expectReceipt(stage);

    const total = 23 + 2 * (demo.artist.categoryCount - 1);
    await expect(receiptOf(stage).getByText(String(total), { exact: true })).toBeVisible();
    expect(setups.sent).toHaveLength(2);
    expect(setups.most).toBe(1);
    const last: CardPaymentBody = setups.sent.at(-1)!.postDataJSON();
    expect(last.totalVotes).toBe(total);
  });

  test('who presses the button twice is charged once', async ({ browser }) => {
    const stage = await atCardForm(browser, 'fr');
    const confirmed = watchRequests(stage.page, /\/confirm$/);
    await fillEmail(stage, 'fan@example.com');
    await fillCard(stage, CARDS.success);
    await completePayment(stage).dblclick();
    await expectReceipt(stage);
    expect(confirmed.sent).toHaveLength(1);
  });

  test('who reloads while the bank asks is followed until the bank has its answer', async ({
    browser,
  }) => {
    const stage = await atCardForm(browser, 'fr');
    const { page, texts } = stage;
    const answered = page.waitForResponse(/\/v1\/payment_intents\/\w+\/confirm$/);
    await payByCard(stage, CARDS.asksFirst);
    const intent = await (await answered).json();
    await expect(bankDialog(stage)).toBeVisible();

    page.once('dialog', (leaveWarning) => leaveWarning.accept());
    await page.reload();
    await expect(page.getByText(texts.checkout.status.waiting)).toBeVisible();
    await expect(completePayment(stage)).toBeDisabled();
    // The bank's app approves.
    const { key } = Object.fromEntries(
      new URLSearchParams((await answered).request().postData() ?? ''),
    );
    const approval = await page.request.post('/v1/3ds2/authenticate', {
      form: { key: key!, source: intent.next_action.use_stripe_sdk.source, outcome: 'approved' },
      headers: { origin: new URL(page.url()).origin },
    });
    expect(approval.ok(), await approval.text()).toBe(true);
    await expectReceipt(stage);
  });

  test('who reloads and gives up the bank’s question can pay anew', async ({ browser }) => {
    const { page, texts, context } = await newVoter(browser, { language: 'en', ...PHONE });
    contexts.push(context);
    const clock = await takeClock(page);
    await page.goto(checkoutPath(demo));
    const stage: Stage = { page, texts, language: 'en', demo };
    await chooseCard(stage);
    await payByCard(stage, CARDS.asksFirst);
    await expect(bankDialog(stage)).toBeVisible();
    page.once('dialog', (leaveWarning) => leaveWarning.accept());
    await page.reload();
    await expect(completePayment(stage)).toBeVisible();
    await clock.stop();
    await passChecks(page, 1, 10);
    const { uncertain, waiting } = texts.checkout;
    await expect(page.getByRole('heading', { name: uncertain.question })).toBeVisible();
    await expect(page.getByText(waiting.noPrompt.split('?')[0]!)).toHaveCount(0);
    await page.getByRole('button', { name: uncertain.tryAgain }).click();
    await expect(page.getByRole('heading', { name: uncertain.question })).toHaveCount(0);

    await page.clock.resume();
    await expectFieldsReady(stage);
    await fillCard(stage, CARDS.success);
    await completePayment(stage).click();
    await expectReceipt(stage);
  });

  test('who leaves the checkout while the bank asks is followed', async ({ browser }) => {
    const stage = await atCheckout(browser, 'en');
    const { page, texts } = stage;
    await page.getByRole('link', { name: texts.catalog.allCategories }).click();
    await page.goBack();
    await chooseCard(stage);
    await payByCard(stage, CARDS.asksFirst);
    await expect(bankDialog(stage)).toBeVisible();
    await page.goForward();
    await expect(page).toHaveURL(/\/categories$/);
    await expect(page.getByText(texts.checkout.status.waiting)).toBeVisible();
    await answerBank(stage, 'approve');
    await expectReceipt(stage);
  });

  test('with two tabs pays what the pressed one shows', async ({ browser }) => {
    const stage = await atCardForm(browser, 'en');
    const { page } = stage;
    const other = await page.context().newPage();
    const otherStage = { ...stage, page: other };
    await other.goto(checkoutPath(demo));
    await chooseCard(otherStage);
    const changed = other.waitForResponse(SETUP_API);
    await other.getByRole('spinbutton').first().fill('50');
    await changed;

    await page.bringToFront();
    const taken = page.waitForResponse(SETUP_API);
    await page.getByRole('spinbutton').first().fill('3');
    await taken;
    const overtaken = other.waitForResponse(SETUP_API);
    await other.getByRole('spinbutton').first().fill('60');
    await overtaken;

    await payByCard(stage, CARDS.success);
    await expectReceipt(stage);
    const total = 3 + 2 * (demo.artist.categoryCount - 1);
    await expect(receiptOf(stage).getByText(String(total), { exact: true })).toBeVisible();
  });
});

test.describe('a bad day', () => {
  test('the provider’s script does not arrive: mobile money is at hand, and it can be tried again', async ({
    browser,
  }) => {
    const stage = await atCheckout(browser, 'fr');
    const { page, texts } = stage;
    await page.route(CARD_SCRIPT, (route) => route.abort());
    await cardMethod(stage).check();
    const { unavailable, error } = texts.checkout.card;
    await expect(page.getByText(unavailable.heading)).toBeVisible();
    await expectOutOfReach(stage, unavailable.heading);
    await fillEmail(stage, 'fan@example.com');
    await page.keyboard.press('Enter');
    await expectToast(stage, texts.checkout.error.title, error.incomplete);
    await mobileMoneyMethod(stage).check();
    await expect(page.getByLabel(texts.checkout.mobileMoney.phone.label)).toBeVisible();

    await cardMethod(stage).check();
    await expect(page.getByText(unavailable.heading)).toBeVisible();
    await page.unroute(CARD_SCRIPT);
    await page.getByRole('button', { name: texts.common.retry }).click();
    await expectFieldsReady(stage);
    await payByCard(stage, CARDS.success);
    await expectReceipt(stage);
  });

  test('the server refuses to set the payment up: the voter is told, and can try again', async ({
    browser,
  }) => {
    const stage = await atCheckout(browser, 'en');
    const { page, texts } = stage;
    await answer(page, SETUP_API, { code: 'unavailable', message: '' }, 422);
    await cardMethod(stage).check();
    const { setupFailed } = texts.checkout.card;
    await expectToast(stage, setupFailed.title, setupFailed.description);
    await expectOutOfReach(stage, setupFailed.title);
    await page.unroute(SETUP_API);
    await page.getByRole('button', { name: texts.common.retry }).click();
    await expectFieldsReady(stage);
    await expect(completePayment(stage)).toBeEnabled();
  });

  test('the server is busy: it is asked again, and nobody is told', async ({ browser }) => {
    const stage = await atCheckout(browser, 'en');
    const { page, texts } = stage;
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
    await cardMethod(stage).check();
    await expect(page.getByText(texts.checkout.card.settingUp)).toBeVisible();
    await expectFieldsReady(stage);
    expect(refusals).toBe(3);
    await expect(toastIn(page, texts.checkout.card.setupFailed.title)).toHaveCount(0);
  });

  test('the server cannot confirm: the voter is told, and the receipt comes', async ({
    browser,
  }) => {
    const stage = await atCardForm(browser, 'fr');
    const { texts } = stage;
    await answer(stage.page, CONFIRM_API, { code: 'unavailable', message: '' }, 503);
    await payByCard(stage, CARDS.success);
    await expectToast(stage, texts.checkout.error.title, texts.checkout.card.error.confirming);
    await expectReceipt(stage);
  });

  test('the connection is lost after the charge: the payment is followed to its receipt', async ({
    browser,
  }) => {
    const stage = await atCardForm(browser, 'fr');
    const { page, texts } = stage;
    await page.route(PROVIDER_CONFIRM, async (route) => {
      await route.fetch();
      await route.abort();
    });
    await payByCard(stage, CARDS.success);
    await expectToast(stage, texts.checkout.error.title, texts.checkout.card.error.unexpected);
    await expectReceipt(stage);
  });

  test('the attempt cannot be noted: nothing is charged', async ({ browser }) => {
    const stage = await atCardForm(browser, 'en');
    const { page, texts } = stage;
    const confirmed = watchRequests(page, /\/v1\/payment_intents\/\w+\/confirm$/);
    await page.route(ATTEMPT_API, (route) => route.abort());
    await payByCard(stage, CARDS.success);
    await expectToast(stage, texts.checkout.error.title, texts.checkout.card.error.unexpected);
    expect(confirmed.sent).toHaveLength(0);
    await expect.poll(() => pendingPaymentId(page)).toBeNull();

    await page.unroute(ATTEMPT_API);
    await completePayment(stage).click();
    await expectReceipt(stage);
  });

  test('the cookies are gone: another payment is set up, and its card asked for', async ({
    browser,
  }) => {
    const stage = await atCardForm(browser, 'fr');
    const { page, texts } = stage;
    await page.context().clearCookies();
    await payByCard(stage, CARDS.success);
    await expectToast(stage, texts.checkout.error.title, texts.checkout.card.error.refill);
    await expect(page.getByText(texts.checkout.card.refill)).toBeVisible();
    await expectFieldsReady(stage);
    await fillCard(stage, CARDS.success);
    await completePayment(stage).click();
    await expectReceipt(stage);
  });

  test('the voter comes back from the bank to a browser that knows nothing', async ({
    browser,
  }) => {
    const stage = await atCardForm(browser, 'en');
    const { page } = stage;
    await payByCard(stage, CARDS.leavesThePage);
    await expect(page).toHaveURL(/\/sandbox\/stripe\/challenge/);
    await page.context().clearCookies();
    await page.evaluate(() => {
      localStorage.clear();
      sessionStorage.clear();
    });
    await answerBank(stage, 'approve');
    await expectReceipt(stage);
  });

  test('the connection is lost on the way back from the bank', async ({ browser }) => {
    const stage = await atCardForm(browser, 'fr');
    const { page, texts } = stage;
    await payByCard(stage, CARDS.leavesThePage);
    await expect(page).toHaveURL(/\/sandbox\/stripe\/challenge/);
    await page.route(CONFIRM_API, (route) => route.abort());
    await answerBank(stage, 'approve');
    await expectToast(stage, texts.checkout.error.title, texts.checkout.card.error.confirming);
    await expectReceipt(stage);
  });

  test('the votes were closed meanwhile', async ({ browser }) => {
    const stage = await atCardForm(browser, 'en');
    const { page, texts } = stage;
    await answer(page, ATTEMPT_API, { code: 'voting-closed', message: '' }, 409);
    await amendConfig(page, (config) => ({
      ...config,
      voting: { isOpen: false, opensAt: null, closesAt: '2025-11-29T20:00:00.000Z' },
    }));
    await payByCard(stage, CARDS.success);
    await expectToast(stage, texts.checkout.error.title, texts.checkout.error['voting-closed']);
    await expect(page.getByRole('heading', { name: texts.checkout.voting.closed })).toBeVisible();
  });

  test('the session never comes: the form stays, and says what it does', async ({ browser }) => {
    const stage = await atCheckout(browser, 'fr');
    const { page, texts } = stage;
    await hold(page, SETUP_API);
    await cardMethod(stage).check();
    await expect(page.getByText(texts.checkout.card.settingUp)).toBeVisible();
    await expect(cardNumber(stage)).toHaveCount(0);
  });
});
