import { expect, type Page, type Request } from '@playwright/test';
import { cardMethod, cardNumber, fillCard, fillEmail, watchRequests } from './support/card';
import { atCardForm } from './support/card-payment';
import { createSignal } from './support/signal';
import { test } from './support/test';
import {
  CHECKOUT_API,
  checkoutPath,
  failurePanel,
  pendingPaymentId,
  STATUS_API,
  type Visit,
} from './support/visit';
import { answerPrompt, freshNumber, PHONE } from './support/voter';

const onAPhone = { language: 'fr', ...PHONE } as const;
const CREATION = /campay-payment$/;
const LOOKUP = /payment-lookup$/;

/** The server's response is lost, although it was sent. */
const loseResponse = (page: Page, times: number) =>
  page.route(
    CHECKOUT_API,
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times },
  );

async function pay({ page, texts, demo }: Visit, number = freshNumber()): Promise<string> {
  await page.goto(checkoutPath(demo));
  await page.getByLabel(texts.checkout.mobileMoney.phone.label).fill(number);
  await submitOf({ page, texts }).click();
  return number;
}

const submitOf = ({ page, texts }: Pick<Visit, 'page' | 'texts'>) =>
  page.getByRole('button', { name: texts.checkout.mobileMoney.submit });
const receiptOf = ({ page, texts }: Pick<Visit, 'page' | 'texts'>) =>
  page.getByRole('dialog', { name: texts.receipts.card.dialogTitle });
const bannerOf = ({ page, texts }: Pick<Visit, 'page' | 'texts'>) =>
  page.getByRole('region', { name: texts.checkout.status.label });
const overlayOf = ({ page }: Visit, name: string) => page.getByRole('dialog', { name });

const keysOf = (requests: readonly Request[]) =>
  new Set(requests.map((request) => request.headers()['idempotency-key']));

/** The page asks for confirmation before it is left. */
const acceptWarnings = (page: Page) => page.on('dialog', (warning) => warning.accept());

test('a request whose response is lost is repeated automatically: one prompt, and the receipt', async ({
  visitor,
}) => {
  const voter = await visitor(onAPhone);
  const { page, texts } = voter;
  const sent = watchRequests(page, CREATION);
  await loseResponse(page, 1);
  const number = await pay(voter);
  const { sending, status, waiting } = texts.checkout;
  await expect(
    overlayOf(voter, sending.unansweredTitle).getByText(status.unanswered),
  ).toBeVisible();
  await expect(page.getByText(waiting.checkPhone)).toHaveCount(0);
  await expect(failurePanel(page, texts.checkout.error.title)).toHaveCount(0);
  // The prompt appears and is approved before the page knows of it.
  await answerPrompt(voter, number, 'approve');
  await expect(receiptOf(voter)).toBeVisible();
  expect(sent.sent).toHaveLength(2);
  expect(keysOf(sent.sent).size).toBe(1);
  expect(new Set(sent.sent.map((request) => request.postData())).size).toBe(1);

  const phone = await page.context().newPage();
  await phone.goto(`/sandbox/phone?number=237${number}`);
  await expect(phone.locator('#messages li').first()).toBeVisible();
  await expect(phone.locator('#requests li')).toHaveCount(0);
});

test('without a response no other payment can be made, before and after a reload', async ({
  visitor,
}) => {
  const voter = await visitor(onAPhone);
  const { page, texts } = voter;
  const { sending, status, mobileMoney } = texts.checkout;
  acceptWarnings(page);
  const sent = watchRequests(page, CREATION);
  await page.route(CHECKOUT_API, (route) => route.abort());
  await loseResponse(page, 1);
  const number = await pay(voter);
  const overlay = overlayOf(voter, sending.unansweredTitle);
  await overlay.getByRole('button', { name: texts.common.close }).click();
  await expect(overlay).toHaveCount(0);

  const expectNothingOffered = async () => {
    await expect(bannerOf(voter).getByRole('status')).toHaveText(status.unanswered);
    await expect(page.getByText(mobileMoney.paymentOpen).filter({ visible: true })).toBeVisible();
    await page.getByRole('spinbutton').first().fill('8');
    await expect(submitOf(voter)).toBeDisabled();
    await cardMethod(voter).check();
    await expect(page.getByRole('main').getByText(mobileMoney.paymentOpen)).toBeVisible();
    await expect(cardNumber(voter)).toHaveCount(0);
    await page.getByRole('radio', { name: texts.checkout.method['mobile-money'] }).check();
  };
  await expectNothingOffered();
  await page.reload();
  await expectNothingOffered();

  await page.unroute(CHECKOUT_API);
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(bannerOf(voter).getByRole('status')).toHaveText(status.waiting);
  expect(keysOf(sent.sent).size).toBe(1);
  await answerPrompt(voter, number, 'approve');
  await expect(receiptOf(voter)).toBeVisible();
  const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }]));
  expect(stored).not.toMatch(new RegExp(`${number}|unansweredPayment|openPayments`));
});

test('a request that was never sent expires after five minutes, shows no prompt, and another can begin', async ({
  visitor,
}) => {
  const voter = await visitor(onAPhone);
  const { page, texts } = voter;
  await page.clock.install();
  const sent = watchRequests(page, CREATION);
  const lookedUp = watchRequests(page, LOOKUP);
  await page.route(CHECKOUT_API, (route) => route.abort());
  await pay(voter);
  await expect(page.getByText(texts.checkout.sending.ifItRings)).toBeVisible();
  const before = sent.sent.length;
  await page.clock.fastForward(5 * 60_000);
  const panel = failurePanel(page, texts.checkout.unsent.title);
  await expect(panel.getByText(texts.checkout.error.unsent)).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(lookedUp.sent).toHaveLength(1);
  expect(sent.sent).toHaveLength(before);

  await page.unroute(CHECKOUT_API);
  await submitOf(voter).click();
  await expect.poll(() => pendingPaymentId(page)).not.toBeNull();
  await expect(panel).toHaveCount(0);
  expect(keysOf(sent.sent).size).toBe(2);
});

test('a server that is unavailable is queried again after the time in its Retry-After', async ({
  visitor,
}) => {
  const voter = await visitor(onAPhone);
  const { page, texts } = voter;
  const json = { code: 'unavailable', message: 'for machines' };
  const headers = { 'Retry-After': '3' };
  await page.route(CHECKOUT_API, (route) => route.fulfill({ status: 503, headers, json }), {
    times: 1,
  });
  const sent = watchRequests(page, CREATION);
  await page.clock.install();
  await pay(voter);
  await expect(overlayOf(voter, texts.checkout.sending.unansweredTitle)).toBeVisible();
  expect(sent.sent).toHaveLength(1);
  await page.clock.fastForward(3_100);
  await expect(overlayOf(voter, texts.checkout.waiting.title)).toBeVisible();
});

test('while there is no connection the page says so, and aborts the request after 20 seconds', async ({
  visitor,
}) => {
  const voter = await visitor(onAPhone);
  const { page, texts } = voter;
  const { sending, status, waiting } = texts.checkout;
  await page.clock.install();
  await page.route(CHECKOUT_API, () => {}, { times: 1 });
  const number = await pay(voter);
  const overlay = overlayOf(voter, sending.title);
  await expect(overlay).toBeVisible();
  await expect(page.getByText(waiting.checkPhone)).toHaveCount(0);
  await expect(overlay.getByText(status.slow)).toHaveCount(0);
  await page.clock.fastForward(8_100);
  await expect(overlay.getByText(status.slow)).toBeVisible();
  const aborted = page.waitForEvent('requestfailed', (request) => CREATION.test(request.url()));
  await page.clock.fastForward(12_000);
  await aborted;
  await expect(overlayOf(voter, sending.unansweredTitle)).toBeVisible();
  await page.clock.fastForward(2_100);
  await expect(overlayOf(voter, waiting.title)).toBeVisible();
  await answerPrompt(await visitor(onAPhone), number, 'approve');
  await expect(receiptOf(voter)).toBeVisible();
});

test('Back closes the overlay, and the request is followed', async ({ visitor, demo }) => {
  const voter = await visitor(onAPhone);
  const { page, texts } = voter;
  const released = createSignal();
  await page.route(CHECKOUT_API, async (route) => {
    await released.fired;
    await route.continue();
  });
  await page.goto(`/category/${demo.category.id}`);
  await page
    .getByRole('link', { name: new RegExp(texts.catalog.voteNow) })
    .first()
    .click();
  await page.getByLabel(texts.checkout.mobileMoney.phone.label).fill(freshNumber());
  await submitOf(voter).click();
  await expect(overlayOf(voter, texts.checkout.sending.title)).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\/category\//);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(bannerOf(voter).getByRole('status')).toHaveText(texts.checkout.status.sending);
  released.fire();
  await expect(bannerOf(voter).getByRole('status')).toHaveText(texts.checkout.status.waiting);
});

test('a voter who closes the tab before the response finds the payment in another tab', async ({
  visitor,
  demo,
}) => {
  const voter = await visitor(onAPhone);
  const { page, texts } = voter;
  await page.route(CHECKOUT_API, (route) => route.abort());
  await loseResponse(page, 1);
  const number = await pay(voter);
  await expect(page.getByText(texts.checkout.status.unanswered).first()).toBeVisible();

  const next = { ...voter, page: await page.context().newPage() };
  const sent = watchRequests(next.page, CREATION);
  await next.page.clock.install();
  await next.page.goto(checkoutPath(demo));
  await expect(
    next.page.getByText(texts.checkout.mobileMoney.paymentOpen).filter({ visible: true }),
  ).toBeVisible();
  await expect(submitOf(next)).toBeDisabled();
  await page.close();
  await next.page.clock.fastForward(10_100);
  await expect(bannerOf(next).getByRole('status')).toHaveText(texts.checkout.status.waiting);
  expect(sent.sent).toEqual([]);
  await answerPrompt(pageAndTexts(next), number, 'approve');
  await expect(receiptOf(next)).toBeVisible();
});

const pageAndTexts = ({ page, texts }: Visit) => ({ page, texts });

test.describe('a minute without a network', () => {
  test('keeps the form of a payment that is waited for, and shows no result', async ({
    visitor,
  }) => {
    const voter = await visitor(onAPhone);
    const { page, texts } = voter;
    await page.clock.install();
    // A held poll would deliver the result.
    await page.route(STATUS_API, (route) => route.abort());
    const number = await pay(voter);
    await expect.poll(() => pendingPaymentId(page)).not.toBeNull();
    await page.route('**/api/**', (route) => route.abort());
    await answerPrompt(await visitor(onAPhone), number, 'approve');
    const asked = page.waitForEvent('requestfailed', (request) =>
      request.url().endsWith('/api/config'),
    );
    await page.clock.fastForward(61_000);
    await asked;
    await expect(bannerOf(voter).getByRole('status')).toHaveText(
      texts.checkout.status.connectionLost,
    );
    await expect(page.getByText(texts.checkout.nothingToPay.failed.heading)).toHaveCount(0);
    await expect(page.getByLabel(texts.checkout.mobileMoney.phone.label)).toHaveValue(number);
    await page.unroute('**/api/**');
    await page.unroute(STATUS_API);
    await page.evaluate(() => window.dispatchEvent(new Event('online')));
    await expect(receiptOf(voter)).toBeVisible();
  });

  test('keeps a card that is filled in', async ({ visitor }) => {
    const voter = await visitor(onAPhone);
    await voter.page.clock.install();
    const visit = await atCardForm(() => Promise.resolve(voter), 'fr');
    const { page, texts } = visit;
    await fillEmail(visit, 'fan@example.com');
    await fillCard(visit, '4242424242424242');
    await page.route('**/api/**', (route) => route.abort());
    const asked = page.waitForEvent('requestfailed', (request) =>
      request.url().endsWith('/api/config'),
    );
    await page.clock.fastForward(61_000);
    await asked;
    await expect(page.getByText(texts.checkout.nothingToPay.failed.heading)).toHaveCount(0);
    await expect(cardNumber(visit)).toHaveValue(/4242/);
  });
});
