import { expect, type Locator } from '@playwright/test';
import type { Receipt } from '#shared/contracts/receipts';
import { passChecks, takeClock } from '../payment-clock';
import {
  answer,
  CHECKOUT_API,
  checkoutPath,
  failurePanel,
  heading,
  hold,
  lastOf,
  leavePaymentOpen,
  STATUS_API,
  toastIn,
  UNKNOWN_ID,
  type Visit,
  withoutReceipt,
} from '../visit';
import { checkoutTitle, openCheckout, pay } from './open-checkout';
import type { ScreenState } from './screen-state';

const withManyVotes = (receipt: Receipt): Receipt => ({
  ...receipt,
  payment: { ...receipt.payment, totalVotes: 1_200, entry: 18_203 },
  artist: { ...receipt.artist, photoUrl: null },
  votesByCategory: Array.from({ length: 12 }, (_, index) => ({
    nominationId: UNKNOWN_ID,
    categoryId: UNKNOWN_ID,
    categoryName: `Best Rumba or Ndombolo ${index + 1}`,
    categoryNameFr: `Meilleur titre rumba ou ndombolo ${index + 1}`,
    voteCount: 100,
  })),
});

async function openReceipt(visit: Visit): Promise<Locator> {
  const { page, demo, texts } = visit;
  await leavePaymentOpen(page, lastOf(demo.paidPayments).paymentId);
  await page.goto(checkoutPath(demo));
  return page.getByRole('dialog', { name: texts.receipts.card.dialogTitle });
}

/** The server starts the payment, which stays open; the clock is stopped for inspection. */
async function isStarted({ page, demo }: Visit): Promise<void> {
  const started = { paymentId: demo.pendingPaymentId, status: 'pending' };
  await answer(page, CHECKOUT_API, started, 201);
  await hold(page, STATUS_API);
}

/** The banner from this check on. */
const pollingState = (
  text: 'processing' | 'confirming' | 'stillChecking',
  check: number,
): ScreenState => ({
  name: `polling banner at check ${check}`,
  hasBanner: true,
  title: checkoutTitle,
  async show(visit) {
    const { page, texts, demo } = visit;
    const clock = await takeClock(page);
    await leavePaymentOpen(page, demo.pendingPaymentId);
    await openCheckout(visit);
    await clock.stop();
    await passChecks(page, 1, check - 1);
    await clock.runWithoutAnswers();
    return page.getByText(texts.checkout.status[text]);
  },
});

export const paymentStates: ScreenState[] = [
  {
    name: 'sending the request',
    title: checkoutTitle,
    async show(visit) {
      const { page, texts } = visit;
      await hold(page, CHECKOUT_API);
      await openCheckout(visit);
      await pay(visit);
      return page.getByRole('dialog', { name: texts.checkout.sending.title });
    },
  },
  {
    name: 'sending without a network',
    title: checkoutTitle,
    async show(visit) {
      const { page, texts } = visit;
      await page.clock.install();
      await hold(page, CHECKOUT_API);
      await openCheckout(visit);
      await pay(visit);
      await expect(page.getByRole('dialog')).toBeVisible();
      await page.clock.fastForward(9_000);
      return page.getByRole('dialog').getByText(texts.checkout.status.slow);
    },
  },
  {
    name: 'request without a response',
    title: checkoutTitle,
    async show(visit) {
      const { page, texts } = visit;
      await page.route(CHECKOUT_API, (route) => route.abort());
      await openCheckout(visit);
      await pay(visit);
      return page.getByText(texts.checkout.sending.ifItRings);
    },
  },
  {
    name: 'request without a response, after closing',
    hasBanner: true,
    title: checkoutTitle,
    async show(visit) {
      const { page, texts } = visit;
      await page.route(CHECKOUT_API, (route) => route.abort());
      await openCheckout(visit);
      await pay(visit);
      const overlay = page.getByRole('dialog', { name: texts.checkout.sending.unansweredTitle });
      await overlay.getByRole('button', { name: texts.common.close }).click();
      return page
        .getByRole('region', { name: texts.checkout.status.label })
        .getByText(texts.checkout.status.unanswered);
    },
  },
  {
    name: 'waiting overlay',
    title: checkoutTitle,
    async show(visit) {
      const { page, texts } = visit;
      await isStarted(visit);
      await openCheckout(visit);
      await page.clock.setFixedTime(Date.now());
      await pay(visit);
      return page.getByRole('dialog', { name: texts.checkout.waiting.title });
    },
  },
  {
    name: 'waiting overlay after declining',
    title: checkoutTitle,
    async show(visit) {
      const { page, texts } = visit;
      await isStarted(visit);
      await openCheckout(visit);
      await page.clock.setFixedTime(Date.now());
      await pay(visit);
      await page.getByRole('button', { name: texts.checkout.waiting.declined }).click();
      return page.getByText(texts.checkout.waiting.askingAfterDecline);
    },
  },
  {
    name: 'polling banner',
    hasBanner: true,
    title: checkoutTitle,
    async show(visit) {
      const { page, texts, demo } = visit;
      await leavePaymentOpen(page, demo.pendingPaymentId);
      await openCheckout(visit);
      return page.getByText(texts.checkout.status.waiting);
    },
  },
  pollingState('processing', 2),
  pollingState('confirming', 5),
  pollingState('stillChecking', 8),
  {
    name: 'polling without a connection',
    hasBanner: true,
    title: checkoutTitle,
    async show(visit) {
      const { page, texts, demo } = visit;
      await leavePaymentOpen(page, demo.pendingPaymentId);
      await page.route(STATUS_API, (route) => route.abort());
      await openCheckout(visit);
      return page.getByText(texts.checkout.status.connectionLost);
    },
  },
  {
    name: 'uncertain prompt',
    hasBanner: true,
    title: checkoutTitle,
    async show(visit) {
      const { page, texts, demo } = visit;
      const clock = await takeClock(page);
      await leavePaymentOpen(page, demo.pendingPaymentId);
      await openCheckout(visit);
      await clock.stop();
      await passChecks(page, 1, 10);
      await clock.runWithoutAnswers();
      return heading(visit, texts.checkout.uncertain.question);
    },
  },
  {
    name: 'payment failed',
    keepsLanguage: true,
    hasBanner: true,
    title: checkoutTitle,
    async show(visit) {
      const { page, texts, demo } = visit;
      await leavePaymentOpen(page, demo.pendingPaymentId);
      await answer(page, STATUS_API, { status: 'failed', failureReason: 'insufficient-funds' });
      await openCheckout(visit);
      return failurePanel(page, texts.checkout.failed.title);
    },
  },
  {
    name: 'payment confirmed',
    hasBanner: true,
    title: checkoutTitle,
    async show(visit) {
      const { page, texts, demo } = visit;
      await leavePaymentOpen(page, lastOf(demo.paidPayments).paymentId);
      await withoutReceipt(page);
      await hold(page, '**/api/payment/receipt/*');
      await openCheckout(visit);
      return page.getByText(texts.checkout.status.confirmed);
    },
  },
  {
    name: 'receipt not loaded',
    keepsLanguage: true,
    hasBanner: true,
    title: checkoutTitle,
    async show({ page, texts, demo }) {
      await leavePaymentOpen(page, lastOf(demo.paidPayments).paymentId);
      await withoutReceipt(page);
      await answer(page, '**/api/payment/receipt/*', {}, 500);
      await page.goto(checkoutPath(demo));
      return page.getByText(texts.checkout.receipt.failed.alone);
    },
  },
  { name: 'receipt', title: checkoutTitle, hasBanner: true, show: openReceipt },
  {
    name: 'receipt of many votes without a picture',
    title: checkoutTitle,
    hasBanner: true,
    async show(visit) {
      await withoutReceipt(visit.page);
      await visit.page.route('**/api/payment/receipt/*', async (route) => {
        const response = await route.fetch();
        const receipt: Receipt = await response.json();
        await route.fulfill({ response, json: withManyVotes(receipt) });
      });
      // The made-up entry does not match these votes.
      await hold(visit.page, '**/api/payment/receipt/*/proof');
      return openReceipt(visit);
    },
  },
  {
    name: 'receipt picture not made',
    keepsLanguage: true,
    title: checkoutTitle,
    hasBanner: true,
    async show(visit) {
      const { page, texts } = visit;
      await page.route('**/picture?*', (route) => route.fulfill({ status: 503 }));
      const receipt = await openReceipt(visit);
      await receipt.getByRole('button', { name: texts.receipts.picture.save }).click();
      return toastIn(page, texts.receipts.picture.failed.title);
    },
  },
  {
    name: 'close question',
    hasBanner: true,
    title: checkoutTitle,
    async show(visit) {
      const { page, texts } = visit;
      const receipt = await openReceipt(visit);
      await receipt.getByRole('button', { name: texts.common.close }).click();
      return page.getByRole('dialog', { name: texts.receipts.saved.question });
    },
  },
];
