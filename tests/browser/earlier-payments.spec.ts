import { expect, type Page } from '@playwright/test';
import { watchRequests } from './support/card';
import { FLOW_VOTERS } from './support/flows';
import { expectNoSidewaysScroll } from './support/layout';
import { passChecks, takeClock } from './support/payment-clock';
import { test } from './support/test';
import { fillIn } from './support/texts';
import {
  checkoutPath,
  failurePanel,
  pendingPaymentId,
  STATUS_API,
  toastIn,
  UNKNOWN_ID,
  type Visit,
} from './support/visit';
import { answerPrompt, freshNumber, PHONE } from './support/voter';

const onAPhone = { language: 'fr', ...PHONE } as const;
const CREATION = /campay-payment$/;

type Voter = Pick<Visit, 'page' | 'texts'>;
const submitOf = ({ page, texts }: Voter) =>
  page.getByRole('button', { name: texts.checkout.mobileMoney.submit });
const numberOf = ({ page, texts }: Voter) =>
  page.getByLabel(texts.checkout.mobileMoney.phone.label);
const receiptOf = ({ page, texts }: Voter) =>
  page.getByRole('dialog', { name: texts.receipts.card.dialogTitle });

async function pay(voter: Visit, number: string): Promise<void> {
  await voter.page.goto(checkoutPath(voter.demo));
  await numberOf(voter).fill(number);
  await submitOf(voter).click();
  await expect.poll(() => pendingPaymentId(voter.page)).not.toBeNull();
}

/** A payment that waits on the phone, and was given up on the page some time ago. */
async function payAndGiveUp(voter: Visit, number: string): Promise<string> {
  const { page } = voter;
  await pay(voter, number);
  const paymentId = await pendingPaymentId(page);
  page.on('dialog', (warning) => warning.accept());
  await page.goto('about:blank');
  await page.addInitScript(() => localStorage.removeItem('pendingPaymentId'));
  return paymentId ?? '';
}

const openPaymentsIn = (page: Page) => page.evaluate(() => localStorage.getItem('openPayments'));

/** The server's response, except for how long a second prompt is rejected. */
const amendLapse = (page: Page, promptLapsesInMs: number) =>
  page.route(STATUS_API, async (route) => {
    const [url] = route.request().url().split('?');
    const response = await route.fetch(url ? { url } : {});
    await route.fulfill({ response, json: { ...(await response.json()), promptLapsesInMs } });
  });

for (const setup of FLOW_VOTERS) {
  test(`a voter who retries, and then approves the first request, gets its receipt (${setup.language}, ${setup.width} px)`, async ({
    visitor,
    demo,
  }) => {
    const voter = await visitor(setup);
    const { page, texts } = voter;
    const { promptOpen, uncertain, error } = texts.checkout;
    const sent = watchRequests(page, CREATION);
    const clock = await takeClock(page);
    const number = freshNumber();
    await pay(voter, number);
    await clock.stop();
    await passChecks(page, 1, 10);
    await page.getByRole('button', { name: uncertain.tryAgain }).click();
    await page.clock.resume();

    const panel = page.getByRole('main').getByRole('status').filter({ hasText: promptOpen.own });
    await expect(panel.getByText(promptOpen.title)).toBeVisible();
    await expect(panel.getByRole('timer')).toBeVisible();
    await expectNoSidewaysScroll(page);
    await submitOf(voter).click();
    const rejection = failurePanel(page, promptOpen.title);
    await expect(rejection.getByText(promptOpen.own)).toBeVisible();
    await expect(page.getByText(error.title)).toHaveCount(0);
    await expectNoSidewaysScroll(page);
    expect(sent.sent).toHaveLength(2);
    expect((await sent.sent[1]?.response())?.status()).toBe(409);

    await answerPrompt(voter, number, 'approve');
    await expect(receiptOf(voter).getByRole('heading', { name: demo.artist.name })).toBeVisible();
    expect(sent.sent).toHaveLength(2);
    await expect.poll(() => openPaymentsIn(page)).toBeNull();
  });
}

test('the server decides that a prompt has lapsed, not the browser’s clock, and no error is shown', async ({
  visitor,
  demo,
}) => {
  const voter = await visitor(onAPhone);
  const { page, texts } = voter;
  const { promptOpen, error } = texts.checkout;
  await page.clock.install();
  const number = freshNumber();
  await payAndGiveUp(voter, number);
  await amendLapse(page, 60_000);
  await page.goto(checkoutPath(demo));
  const panel = page.getByRole('main').getByRole('status').filter({ hasText: promptOpen.own });
  await expect(panel.getByRole('timer')).toBeVisible();

  // The server is queried, and until it has responded nothing is concluded.
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(STATUS_API, async (route) => {
    await held;
    await route.fallback();
  });
  await page.clock.fastForward(61_000);
  await expect(panel.getByText(promptOpen.asking)).toBeVisible();
  await amendLapse(page, 0);
  answer();
  await page.clock.fastForward(31_000);
  await expect(page.getByText(promptOpen.lapsedOwn)).toBeVisible();
  // Also visible next to the button.
  const bar = page.locator('.pay-bar').filter({ has: submitOf(voter) });
  await expect(bar.getByText(promptOpen.lapsedTitle)).toBeVisible();
  await expect(page.getByText(error.title)).toHaveCount(0);

  await page.unroute(STATUS_API);
  await answerPrompt(await visitor(onAPhone), number, 'approve');
  await page.clock.fastForward(31_000);
  await expect(receiptOf(voter)).toBeVisible();
});

test('a request for another number is paid, and the first one’s receipt is shown afterwards', async ({
  visitor,
  demo,
}) => {
  const voter = await visitor(onAPhone);
  const { page, texts } = voter;
  await page.clock.install();
  const first = freshNumber();
  await payAndGiveUp(voter, first);
  await page.goto(checkoutPath(demo));
  await expect(page.getByText(texts.checkout.promptOpen.own)).toBeVisible();
  const second = freshNumber();
  await numberOf(voter).fill(second);
  await submitOf(voter).click();
  const overlay = page.getByRole('dialog', { name: texts.checkout.waiting.title });
  await expect(overlay).toBeVisible();
  // The overlay stays as it was when it opened.
  await page.clock.pauseAt(Date.now() + 5_000);
  await answerPrompt(voter, first, 'approve');
  const { notice, declineThis } = texts.checkout.earlierPaid;
  const noticePanel = overlay.getByRole('status');
  // A wait between two checks never ends on a stopped clock, but a voter who returns from the
  // operator's app makes the page check at once.
  await expect(async () => {
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    const paid = noticePanel.getByText(fillIn(notice, { name: demo.artist.name }));
    await expect(paid).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await expect(noticePanel.getByText(declineThis)).toBeVisible();
  await page.clock.resume();
  await answerPrompt(voter, second, 'decline');
  await expect(receiptOf(voter)).toBeVisible();
});

test('once the first payment is approved no other is requested, although the page does not know yet', async ({
  visitor,
  demo,
}) => {
  const voter = await visitor(onAPhone);
  const { page, texts } = voter;
  const number = freshNumber();
  await payAndGiveUp(voter, number);
  await page.route(STATUS_API, (route) => route.abort());
  await answerPrompt(await visitor(onAPhone), number, 'approve');
  await page.goto(checkoutPath(demo));
  await numberOf(voter).fill(freshNumber());
  await submitOf(voter).click();
  const panel = failurePanel(page, texts.checkout.earlierPaid.title);
  await expect(panel.getByText(texts.checkout.error['earlier-paid'])).toBeVisible();
  expect(await pendingPaymentId(page)).toBeNull();
  await page.unroute(STATUS_API);
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(receiptOf(voter)).toBeVisible();
});

test('only one of two tabs shows the receipt', async ({ visitor, demo }) => {
  const voter = await visitor(onAPhone);
  const number = freshNumber();
  await payAndGiveUp(voter, number);
  const tabs = [voter, { ...voter, page: await voter.page.context().newPage() }];
  for (const { page, texts } of tabs) {
    await page.goto(checkoutPath(demo));
    await expect(page.getByText(texts.checkout.promptOpen.own)).toBeVisible();
  }
  await answerPrompt(voter, number, 'approve');
  const shownIn = async () => {
    const isShownInEach = await Promise.all(tabs.map((tab) => receiptOf(tab).isVisible()));
    return isShownInEach.filter(Boolean);
  };
  await expect.poll(shownIn).toHaveLength(1);
  for (const { page, texts } of tabs) {
    await expect(page.getByText(texts.checkout.promptOpen.own)).toHaveCount(0);
    await expect.poll(() => pendingPaymentId(page)).toBeNull();
    await expect(page.getByRole('region', { name: texts.checkout.status.label })).toHaveCount(0);
  }
  expect(await shownIn()).toHaveLength(1);
});

test('elsewhere on the site a notice links to the receipt', async ({ visitor, demo }) => {
  const voter = await visitor(onAPhone);
  const { page, texts } = voter;
  const number = freshNumber();
  await payAndGiveUp(voter, number);
  await answerPrompt(await visitor(onAPhone), number, 'approve');
  await page.goto('/categories');
  const notice = page
    .getByRole('status')
    .filter({ hasText: fillIn(texts.checkout.earlierPaid.notice, { name: demo.artist.name }) });
  await expect(notice).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await notice.getByRole('link', { name: texts.checkout.receipt.retry }).click();
  await expect(receiptOf(voter).getByRole('heading', { name: demo.artist.name })).toBeVisible();
  await expect.poll(() => openPaymentsIn(page)).toBeNull();
});

test('a server that has lost its own payment is treated like one that cannot be reached', async ({
  visitor,
}) => {
  const voter = await visitor(onAPhone);
  const { page, texts } = voter;
  const { status, missing } = texts.checkout;
  await page.clock.install();
  await page.route(STATUS_API, async (route) => {
    const url = route
      .request()
      .url()
      .replace(/payment\/[^/]+/, `payment/${UNKNOWN_ID}`);
    await route.fulfill({ response: await route.fetch({ url }) });
  });
  await pay(voter, freshNumber());
  const banner = page.getByRole('region', { name: status.label });
  await page.clock.fastForward(21_000);
  await expect(banner.getByRole('status')).toHaveText(status.connectionLost);
  await page.clock.fastForward('10:00');
  await expect(
    failurePanel(page, missing.title)
      .or(toastIn(page, missing.title))
      .getByText(missing.description),
  ).toBeVisible();
  await expect(page.getByText(texts.checkout.failed.title)).toHaveCount(0);
});
