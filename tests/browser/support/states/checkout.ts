import { expect } from '@playwright/test';
import type { PaymentState } from '#shared/contracts/payments';
import {
  bankDialog,
  bankText,
  CARD_SCRIPT,
  CARDS,
  cardMethod,
  cardNumber,
  expectFieldsReady,
  payByCard,
  personButton,
  SETUP_API,
} from '../card';
import { fillIn } from '../texts';
import {
  amendConfig,
  answer,
  CHECKOUT_API,
  checkoutPath,
  failurePanel,
  heading,
  hold,
  lastOf,
  mockRateLimit,
  STATUS_API,
  toastIn,
  UNKNOWN_ID,
  type Visit,
} from '../visit';
import { categoriesTitle } from './catalog';
import { checkoutTitle, openCheckout, pay } from './open-checkout';
import type { ScreenState } from './screen-state';

/** Opens the form as after a reload: it must load without moving other content. */
async function openCardForm(visit: Visit): Promise<void> {
  const { page, demo } = visit;
  const draft = { artistId: demo.artist.id, method: 'card', votes: {}, phoneDigits: '', email: '' };
  await page.addInitScript(
    (text) => sessionStorage.setItem('checkoutDraft', text),
    JSON.stringify(draft),
  );
  await page.goto(checkoutPath(demo));
  await expectFieldsReady(visit);
}

/** A payment of this browser that no page waits for, and its state on the server. */
async function haveEarlierPayment(
  { page, demo }: Visit,
  state: Partial<PaymentState>,
  differs: { paymentId?: string; method?: 'card'; artist?: { id: string; name: string } } = {},
): Promise<void> {
  const { id, name } = demo.artist;
  const payment = {
    paymentId: demo.pendingPaymentId,
    method: 'mobile-money',
    artist: { id, name },
    ...differs,
  };
  await page.addInitScript(
    (text) => localStorage.setItem('openPayments', text),
    JSON.stringify([payment]),
  );
  await answer(page, STATUS_API, {
    status: 'pending',
    failureReason: null,
    receiptCode: null,
    ...state,
  });
}

export const checkoutStates: ScreenState[] = [
  { name: 'checkout', title: checkoutTitle, show: openCheckout },
  {
    name: 'checkout loading',
    title: checkoutTitle,
    async show({ page, demo }) {
      await hold(page, '**/api/config');
      await page.goto(checkoutPath(demo));
      return page.getByRole('heading', { level: 1, name: demo.artist.name });
    },
  },
  {
    name: 'checkout with the artist loading',
    title: checkoutTitle,
    async show({ page, demo }) {
      await hold(page, '**/api/nominations/artist/*');
      await page.goto(checkoutPath(demo));
      return page.getByRole('heading', { level: 1, name: demo.artist.name });
    },
  },
  {
    name: 'checkout filled in',
    title: checkoutTitle,
    async show(visit) {
      const { page, texts } = visit;
      await openCheckout(visit);
      await page.getByLabel(texts.checkout.mobileMoney.phone.label).fill('677123456');
      await page.getByLabel(texts.checkout.mobileMoney.email.label).fill('fan@example.com');
      return page.getByText(texts.checkout.mobileMoney.operator.mtn, { exact: true });
    },
  },
  {
    name: 'checkout from a category, for it alone',
    title: checkoutTitle,
    async show({ page, demo, texts }) {
      await page.goto(`${checkoutPath(demo)}&category=${demo.category.id}`);
      const only = page.getByRole('button', { name: texts.checkout.votes.onlyThis });
      await only.click();
      await expect(only).toHaveAttribute('aria-pressed', 'true');
      return page.getByText(texts.checkout.votes.origin);
    },
  },
  {
    name: 'checkout in a demonstration',
    title: checkoutTitle,
    async show(visit) {
      await amendConfig(visit.page, (config) => ({ ...config, moneyNotice: 'demo' }));
      await openCheckout(visit);
      return visit.page.getByText(visit.texts.common.moneyNotice.demo);
    },
  },
  {
    name: 'checkout with an operator that is down',
    title: checkoutTitle,
    async show(visit) {
      const { page, texts } = visit;
      await amendConfig(page, (config) => ({ ...config, mobileMoneyDown: ['orange'] }));
      await openCheckout(visit);
      await page.getByLabel(texts.checkout.mobileMoney.phone.label).fill('699123456');
      return page.getByRole('button', { name: texts.checkout.mobileMoney.byCard });
    },
  },
  {
    name: 'checkout with an operator that is not accepted',
    title: checkoutTitle,
    async show(visit) {
      const { page, texts } = visit;
      await amendConfig(page, (config) => ({ ...config, mobileMoneyOperators: ['mtn'] }));
      await openCheckout(visit);
      await page.getByLabel(texts.checkout.mobileMoney.phone.label).fill('699123456');
      return page.getByRole('button', { name: texts.checkout.mobileMoney.byCard });
    },
  },
  {
    name: 'checkout while mobile money is down',
    title: checkoutTitle,
    async show(visit) {
      const { page, texts } = visit;
      await amendConfig(page, (config) => ({ ...config, mobileMoneyDown: ['mtn', 'orange'] }));
      await openCheckout(visit);
      return page.getByText(texts.checkout.mobileMoney.allDown);
    },
  },
  {
    name: 'checkout whose price has changed',
    title: checkoutTitle,
    async show(visit) {
      const { page, texts } = visit;
      let price = 100;
      await amendConfig(page, (config) => ({
        ...config,
        prices: { ...config.prices, 'mobile-money': { amountMinor: price, currency: 'XAF' } },
      }));
      await answer(page, CHECKOUT_API, { code: 'price-changed', message: '' }, 409);
      await openCheckout(visit);
      price = 1_500;
      await pay(visit);
      const [start = ''] = texts.checkout.changed.price.split('{{price}}');
      return page.getByRole('status').filter({ hasText: start }).locator('p');
    },
  },
  {
    name: 'checkout whose operator is refused',
    title: checkoutTitle,
    async show(visit) {
      const { page, texts } = visit;
      await answer(page, CHECKOUT_API, { code: 'operator-unavailable', message: '' }, 409);
      await openCheckout(visit);
      await pay(visit);
      return page.getByText(texts.checkout.error['operator-unavailable']);
    },
  },
  {
    name: 'checkout with errors',
    title: checkoutTitle,
    async show(visit) {
      const { page, texts } = visit;
      await openCheckout(visit);
      await page.getByLabel(texts.checkout.mobileMoney.email.label).fill('fan@');
      await page.getByLabel(texts.checkout.mobileMoney.phone.label).fill('677123456');
      await page.getByRole('button', { name: texts.checkout.mobileMoney.submit }).click();
      await page.getByLabel(texts.checkout.mobileMoney.phone.label).fill('222123456');
      await expect(page.getByText(texts.checkout.mobileMoney.email.invalid)).toBeVisible();
      return page.getByText(texts.checkout.mobileMoney.phone.notWhole);
    },
  },
  {
    name: 'checkout without nominations',
    title: ({ texts }) => texts.checkout.nothingToPay.notNominated.heading,
    async show(visit) {
      await answer(visit.page, '**/api/nominations/artist/*', []);
      await visit.page.goto(checkoutPath(visit.demo));
      return heading(visit, visit.texts.checkout.nothingToPay.notNominated.heading);
    },
  },
  {
    name: 'checkout error',
    title: ({ texts }) => texts.checkout.nothingToPay.failed.heading,
    async show(visit) {
      await answer(visit.page, '**/api/nominations/artist/*', {}, 500);
      await visit.page.goto(checkoutPath(visit.demo));
      return heading(visit, visit.texts.checkout.nothingToPay.failed.heading);
    },
  },
  {
    name: 'checkout with payment switched off',
    title: checkoutTitle,
    async show(visit) {
      await amendConfig(visit.page, (config) => ({
        ...config,
        methods: { mobileMoney: false, card: false },
      }));
      await visit.page.goto(checkoutPath(visit.demo));
      return heading(visit, visit.texts.checkout.nothingToPay.off.heading);
    },
  },
  {
    name: 'checkout in the last hour',
    title: checkoutTitle,
    async show(visit) {
      const closesAt = new Date(Date.now() + 47 * 60_000).toISOString();
      await amendConfig(visit.page, (config) => ({
        ...config,
        voting: { isOpen: true, opensAt: null, closesAt },
        votes: { min: 5, max: 50 },
        prices: {
          'mobile-money': { amountMinor: 1_500, currency: 'XAF' },
          card: { amountMinor: 275, currency: 'USD' },
        },
        organiser: {
          en: 'The awards are organised by the association of producers. What is left pays for the school of music in Bamenda.',
          fr: 'Le prix est organisé par l’association des producteurs. Ce qui reste finance l’école de musique de Bamenda.',
        },
        refunds: {
          en: 'A counted vote is not given back.',
          fr: 'Un vote compté n’est pas remboursé.',
        },
      }));
      await visit.page.goto(checkoutPath(visit.demo));
      return visit.page.getByRole('timer');
    },
  },
  {
    name: 'checkout after voting closed',
    title: checkoutTitle,
    async show(visit) {
      await amendConfig(visit.page, (config) => ({
        ...config,
        voting: { isOpen: false, opensAt: null, closesAt: '2025-11-29T20:00:00.000Z' },
      }));
      await visit.page.goto(checkoutPath(visit.demo));
      return heading(visit, visit.texts.checkout.voting.closed);
    },
  },
  {
    name: 'checkout before voting opens',
    title: checkoutTitle,
    async show(visit) {
      await amendConfig(visit.page, (config) => ({
        ...config,
        voting: { isOpen: false, opensAt: '2035-11-01T08:00:00.000Z', closesAt: null },
      }));
      await visit.page.goto(checkoutPath(visit.demo));
      return heading(visit, visit.texts.checkout.voting.notYetOpen);
    },
  },
  {
    name: 'checkout without a selection',
    keepsLanguage: true,
    title: categoriesTitle,
    async show({ page, texts }) {
      await page.goto('/checkout');
      await expect(page.getByRole('article').first()).toBeVisible();
      return toastIn(page, texts.checkout.entry.noSelection.title);
    },
  },
  {
    name: 'checkout with an unreadable selection',
    keepsLanguage: true,
    title: categoriesTitle,
    async show({ page, texts }) {
      await page.goto('/checkout?artist=%7Bnonsense');
      await expect(page.getByRole('article').first()).toBeVisible();
      return toastIn(page, texts.checkout.entry.invalidData.title);
    },
  },
  {
    name: 'checkout without a number',
    keepsLanguage: true,
    title: checkoutTitle,
    async show(visit) {
      const { page, texts } = visit;
      await openCheckout(visit);
      await page.getByLabel(texts.checkout.mobileMoney.phone.label).press('Enter');
      return toastIn(page, texts.checkout.mobileMoney.phoneRequired.title);
    },
  },
  {
    name: 'checkout without votes',
    keepsLanguage: true,
    title: checkoutTitle,
    async show(visit) {
      const { page, texts } = visit;
      await openCheckout(visit);
      for (const votes of await page.getByRole('spinbutton').all()) await votes.fill('0');
      const phone = page.getByLabel(texts.checkout.mobileMoney.phone.label);
      await phone.fill('677123456');
      await phone.press('Enter');
      return toastIn(page, texts.checkout.mobileMoney.noVotes.title);
    },
  },
  {
    name: 'payment error',
    keepsLanguage: true,
    title: checkoutTitle,
    async show(visit) {
      const { page, texts } = visit;
      await answer(page, CHECKOUT_API, { code: 'no-wallet', message: '' }, 422);
      await openCheckout(visit);
      await pay(visit);
      return failurePanel(page, texts.checkout.error.title);
    },
  },
  {
    name: 'request still open on the phone',
    keepsLanguage: true,
    title: checkoutTitle,
    async show(visit) {
      const { page, texts } = visit;
      await mockRateLimit(page, CHECKOUT_API, 'prompt-open', 217);
      await openCheckout(visit);
      await pay(visit);
      return failurePanel(page, texts.checkout.promptOpen.title);
    },
  },
  {
    name: 'request lapsed on the phone',
    keepsLanguage: true,
    title: checkoutTitle,
    async show(visit) {
      const { page, texts } = visit;
      await mockRateLimit(page, CHECKOUT_API, 'prompt-open', 0);
      await openCheckout(visit);
      await pay(visit);
      return page.getByRole('button', { name: texts.checkout.promptOpen.sendAnother });
    },
  },
  {
    name: 'earlier request of this browser still open',
    title: checkoutTitle,
    async show(visit) {
      await haveEarlierPayment(visit, { promptLapsesInMs: 217_000 });
      await openCheckout(visit);
      return visit.page.getByText(visit.texts.checkout.promptOpen.own);
    },
  },
  {
    name: 'earlier request for another artist that may still be charged',
    title: checkoutTitle,
    async show(visit) {
      const other = {
        id: UNKNOWN_ID,
        name: 'The Longest Name of a Band That Anybody Has Heard Of',
      };
      await haveEarlierPayment(visit, { promptLapsesInMs: 0 }, { artist: other });
      await openCheckout(visit);
      return visit.page.getByText(visit.texts.checkout.promptOpen.lapsedOwn);
    },
  },
  {
    name: 'earlier card payment still open',
    title: checkoutTitle,
    async show(visit) {
      await haveEarlierPayment(visit, {}, { method: 'card' });
      await openCheckout(visit);
      return visit.page.getByText(visit.texts.checkout.promptOpen.card, { exact: true });
    },
  },
  {
    name: 'earlier payment that blocks another',
    keepsLanguage: true,
    title: checkoutTitle,
    async show(visit) {
      const { page, texts } = visit;
      await answer(page, CHECKOUT_API, { code: 'earlier-paid', message: '' }, 409);
      await openCheckout(visit);
      await pay(visit);
      return failurePanel(page, texts.checkout.earlierPaid.title);
    },
  },
  {
    name: 'earlier payment that succeeded, on another page',
    hasBanner: true,
    title: checkoutTitle,
    async show(visit) {
      const { page, texts, demo } = visit;
      const { paymentId, receiptCode } = lastOf(demo.paidPayments);
      const { name } = demo.artist;
      const other = { paymentId, artist: { id: UNKNOWN_ID, name } };
      await haveEarlierPayment(visit, { status: 'completed', receiptCode }, other);
      await openCheckout(visit);
      return page.getByText(fillIn(texts.checkout.earlierPaid.notice, { name }));
    },
  },
  {
    name: 'request that did not reach us',
    keepsLanguage: true,
    title: checkoutTitle,
    async show(visit) {
      const { page, texts } = visit;
      await page.clock.install();
      await page.route(CHECKOUT_API, (route) => route.abort());
      await openCheckout(visit);
      await pay(visit);
      await expect(page.getByText(texts.checkout.sending.ifItRings)).toBeVisible();
      await page.clock.fastForward('05:00');
      return failurePanel(page, texts.checkout.unsent.title);
    },
  },
  {
    name: 'card form',
    title: checkoutTitle,
    async show(visit) {
      await openCardForm(visit);
      return cardNumber(visit);
    },
  },
  {
    name: 'setting up payment',
    title: checkoutTitle,
    async show(visit) {
      const { page, texts } = visit;
      await hold(page, SETUP_API);
      await openCheckout(visit);
      await cardMethod(visit).check();
      // The form's code has loaded; before that a placeholder has the same text.
      const { label } = texts.checkout.card.email;
      await expect(page.getByRole('textbox', { name: label, exact: true })).toBeVisible();
      return page.getByText(texts.checkout.card.settingUp);
    },
  },
  {
    name: 'card declined',
    keepsLanguage: true,
    title: checkoutTitle,
    async show(visit) {
      await openCardForm(visit);
      await payByCard(visit, CARDS.lacksFunds);
      const reason = bankText(visit.language, 'insufficient_funds');
      return visit.page.getByRole('main').getByText(reason);
    },
  },
  {
    name: 'bank waits after a reload',
    hasBanner: true,
    title: checkoutTitle,
    async show(visit) {
      const { page, texts } = visit;
      await openCardForm(visit);
      await payByCard(visit, CARDS.asksFirst);
      await expect(bankDialog(visit)).toBeVisible();
      page.once('dialog', (leaveWarning) => leaveWarning.accept());
      await page.reload();
      return page.getByRole('main').getByText(texts.checkout.card.bank.heading);
    },
  },
  {
    name: 'card method unavailable',
    title: checkoutTitle,
    async show(visit) {
      const { page, texts } = visit;
      await page.route(CARD_SCRIPT, (route) => route.abort());
      await openCheckout(visit);
      await cardMethod(visit).check();
      return page.getByText(texts.checkout.card.unavailable.heading);
    },
  },
  {
    name: 'cards blocked for an hour',
    keepsLanguage: true,
    title: checkoutTitle,
    async show(visit) {
      const { page, texts } = visit;
      await mockRateLimit(page, SETUP_API, 'card-declines', 60 * 60);
      await openCheckout(visit);
      await cardMethod(visit).check();
      return page.getByRole('main').getByText(texts.checkout.error['card-declines']);
    },
  },
  {
    name: 'card captcha',
    keepsLanguage: true,
    title: checkoutTitle,
    async show(visit) {
      const { page, texts } = visit;
      await answer(page, SETUP_API, { code: 'captcha-required', message: '' }, 403);
      await openCheckout(visit);
      await cardMethod(visit).check();
      await expect(page.getByRole('button', { name: personButton(visit.language) })).toBeVisible();
      return page.getByRole('main').getByText(texts.checkout.card.captcha.heading);
    },
  },
  {
    name: 'card payment not set up',
    keepsLanguage: true,
    title: checkoutTitle,
    async show(visit) {
      const { page, texts } = visit;
      await answer(page, SETUP_API, { code: 'unavailable', message: '' }, 422);
      await openCheckout(visit);
      await cardMethod(visit).check();
      return page.getByRole('main').getByText(texts.checkout.card.setupFailed.title);
    },
  },
  {
    name: 'payment rate-limited',
    keepsLanguage: true,
    title: checkoutTitle,
    async show(visit) {
      const { page, texts } = visit;
      await mockRateLimit(page, CHECKOUT_API, 'phone-limit', 60 * 60 * 20);
      await openCheckout(visit);
      await pay(visit);
      return failurePanel(page, texts.checkout.error.title);
    },
  },
];
