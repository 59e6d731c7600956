import { expect, type Locator, type Page, type Route } from '@playwright/test';
import type { Nomination } from '../../../shared/contracts/catalog';
import type { PublicConfig } from '../../../shared/contracts/config';
import type { HelpedPayment, HelpStep, PaymentHelp } from '../../../shared/contracts/payment-help';
import type { Receipt } from '../../../shared/contracts/receipts';
import type { Language } from '../../../shared/domain/localized';
import {
  bankText,
  CARD_SCRIPT,
  CARDS,
  cardMethod,
  cardNumber,
  expectFieldsReady,
  payByCard,
  SETUP_API,
} from './card';
import type { Demo } from './demo';
import { passChecks, takeClock } from './payment-clock';
import type { Texts } from './texts';
import { freshNumber } from './voter';

/** Where a state is shown: a fresh page in the visitor's language, on the demo's server. */
export interface Stage {
  page: Page;
  texts: Texts;
  language: Language;
  demo: Demo;
}

export interface ScreenState {
  /** A sentence's beginning for the tests, a file name for the gallery. */
  name: string;
  /** The first part of the page's title; none where the page does not know its name yet. */
  title?: (stage: Stage) => string;
  /** Nothing has arrived yet that could be a heading. */
  hasNoHeading?: boolean;
  /** Tells of a payment in a banner above the page, which moves down for it. */
  hasBanner?: boolean;
  /** Exists on small screens only. */
  isPhoneOnly?: boolean;
  /** Brings the state about. @returns something that is visible only in it */
  show: (stage: Stage) => Promise<Locator>;
}

export const CHECKOUT_API = '**/api/campay-payment';
export const HELP_API = '**/api/payment-help';
export const STATUS_API = '**/api/payment/*/status';

/** The server never answers. */
export const hold = (page: Page, url: string) => page.route(url, () => {});

/** The server answers with this. */
export const answer = (page: Page, url: string, json: unknown, status = 200) =>
  page.route(url, (route) => route.fulfill({ status, json }));

/** The server has had too many of these, and says for how many seconds. */
export const refuseForNow = (page: Page, url: string, code: string, seconds = 120) =>
  page.route(url, (route) =>
    route.fulfill({
      status: 429,
      headers: { 'Retry-After': String(seconds) },
      json: { code, message: 'for machines' },
    }),
  );

/** The server answers as it does, but for some fields. */
export const amendConfig = (page: Page, amend: (config: PublicConfig) => PublicConfig) =>
  page.route('**/api/config', async (route: Route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: amend(await response.json()) });
  });

/** What waits for exactly this long waits for ever. */
const withoutTimersOf = (page: Page, delayMs: number) =>
  page.addInitScript((frozen) => {
    const { setTimeout } = window;
    window.setTimeout = Object.assign(
      (handler: TimerHandler, delay?: number, ...values: unknown[]) =>
        delay === frozen ? 0 : setTimeout(handler, delay, ...values),
      setTimeout,
    );
  }, delayMs);

const signInAsAdministrator = (page: Page) =>
  answer(page, '**/api/auth/user', {
    isAdmin: true,
    firstName: 'Grace',
    email: 'grace@example.com',
    profileImageUrl: null,
  });

/** As artists are whose administrators have filled in their names only. */
const withoutPicturesAndBios = (page: Page) =>
  page.route('**/api/nominations/*/*', async (route) => {
    const response = await route.fetch();
    const nominations: Nomination[] = await response.json();
    const json = nominations.map((nomination) => ({
      ...nomination,
      nominationPhotoUrl: null,
      nominationDescription: null,
      nominationDescriptionFr: null,
      artist: { ...nomination.artist, photoUrl: null, bio: null, bioFr: null },
    }));
    await route.fulfill({ response, json });
  });

const withManyVotes = (receipt: Receipt): Receipt => ({
  ...receipt,
  payment: { ...receipt.payment, totalVotes: 1_200 },
  artist: { ...receipt.artist, photoUrl: null },
  votesByCategory: Array.from({ length: 12 }, (_, index) => ({
    categoryName: `Best Rumba or Ndombolo ${index + 1}`,
    categoryNameFr: `Meilleur titre rumba ou ndombolo ${index + 1}`,
    voteCount: 100,
  })),
});

/** What stands before the first value that a text is filled in with. */
const beginningOf = (text: string): string => text.replace(/ [^ ]*\{\{.*$/, '');

export const checkoutPath = ({ artist }: Pick<Demo, 'artist'>): string =>
  `/checkout?artist=${encodeURIComponent(JSON.stringify(artist))}`;

/** As if this payment had been left open in this browser. */
export const leavePaymentOpen = (page: Page, paymentId: string) =>
  page.addInitScript((id) => {
    if (!sessionStorage.getItem('wasLeftOpen')) localStorage.setItem('pendingPaymentId', id);
    sessionStorage.setItem('wasLeftOpen', 'yes');
  }, paymentId);

const localizedName = (
  { language }: Stage,
  { name, nameFr }: { name: string; nameFr: string | null },
) => (language === 'fr' ? nameFr : null) ?? name;

/** The toast on screen, by its title; a dialog hides it from screen readers, which were told before. */
export const toastIn = (page: Page, title: string): Locator =>
  page
    .getByRole('region', { name: /^Notifications/, includeHidden: true })
    .getByRole('listitem', { includeHidden: true })
    .filter({ hasText: title });

const heading = ({ page }: Stage, name: string): Locator => page.getByRole('heading', { name });

async function openCheckout({ page, demo, texts }: Stage): Promise<Locator> {
  await page.goto(checkoutPath(demo));
  await expect(page.getByLabel(texts.checkout.mobileMoney.phone.label)).toBeVisible();
  return page.getByRole('heading', { level: 1, name: demo.artist.name });
}

/** As after a reload: the form has to come without moving what is there. */
async function openCardForm(stage: Stage): Promise<void> {
  const { page, demo } = stage;
  const draft = { artistId: demo.artist.id, method: 'card', votes: {}, phoneDigits: '', email: '' };
  await page.addInitScript(
    (text) => sessionStorage.setItem('checkoutDraft', text),
    JSON.stringify(draft),
  );
  await page.goto(checkoutPath(demo));
  await expectFieldsReady(stage);
}

async function pay({ page, texts }: Stage): Promise<void> {
  await page.getByLabel(texts.checkout.mobileMoney.phone.label).fill(freshNumber('03'));
  await page.getByRole('button', { name: texts.checkout.mobileMoney.submit }).click();
}

async function openReceipt(stage: Stage): Promise<Locator> {
  const { page, demo, texts } = stage;
  await leavePaymentOpen(page, lastOf(demo.paidPayments).paymentId);
  await page.goto(checkoutPath(demo));
  return page.getByRole('dialog', { name: texts.receipts.card.dialogTitle });
}

function lastOf<T>(items: readonly T[]): T {
  const last = items.at(-1);
  if (last === undefined) throw new Error('There is none.');
  return last;
}

const categoriesTitle = ({ texts }: Stage) => texts.catalog.categories.pageTitle;
const categoryTitle = (stage: Stage) => localizedName(stage, stage.demo.category);
const checkoutTitle = ({ texts, demo }: Stage) =>
  texts.checkout.pageTitle.replace('{{name}}', demo.artist.name);
const receiptsTitle = ({ texts }: Stage) => texts.receipts.pageTitle;

const categoryStates: ScreenState[] = [
  {
    name: 'categories',
    title: categoriesTitle,
    async show(stage) {
      await stage.page.goto('/categories');
      return stage.page.getByRole('heading', { level: 2 }).first();
    },
  },
  {
    name: 'categories loading',
    title: categoriesTitle,
    async show({ page, texts }) {
      await hold(page, '**/api/categories');
      await page.goto('/categories');
      return page.getByText(texts.catalog.categories.loading).locator('..').locator('svg');
    },
  },
  {
    name: 'categories empty',
    title: categoriesTitle,
    async show(stage) {
      await answer(stage.page, '**/api/categories', []);
      await stage.page.goto('/categories');
      return heading(stage, stage.texts.catalog.categories.emptyHeading);
    },
  },
  {
    name: 'categories error',
    title: categoriesTitle,
    async show(stage) {
      await answer(stage.page, '**/api/categories', {}, 500);
      await stage.page.goto('/categories');
      return heading(stage, stage.texts.catalog.loadError.heading);
    },
  },
  {
    name: 'categories with voting about to close',
    title: categoriesTitle,
    async show({ page, texts }) {
      await amendConfig(page, (config) => ({
        ...config,
        voting: { isOpen: true, opensAt: null, closesAt: '2035-11-29T20:00:00.000Z' },
      }));
      await page.goto('/categories');
      return page.getByText(beginningOf(texts.catalog.voting.closesAt));
    },
  },
  {
    name: 'categories before voting opens',
    title: categoriesTitle,
    async show({ page, texts }) {
      await amendConfig(page, (config) => ({
        ...config,
        voting: { isOpen: false, opensAt: '2035-11-01T08:00:00.000Z', closesAt: null },
      }));
      await page.goto('/categories');
      return page.getByText(beginningOf(texts.catalog.voting.opensAt));
    },
  },
  {
    name: 'categories after voting closed',
    title: categoriesTitle,
    async show({ page, texts }) {
      await amendConfig(page, (config) => ({
        ...config,
        voting: { isOpen: false, opensAt: null, closesAt: '2025-11-29T20:00:00.000Z' },
      }));
      await page.goto('/categories');
      return page.getByText(texts.catalog.voting.closed);
    },
  },
  {
    name: 'categories for an administrator',
    title: categoriesTitle,
    async show(stage) {
      await signInAsAdministrator(stage.page);
      await stage.page.goto('/categories');
      return stage.page.getByRole('article').first();
    },
  },
  {
    name: 'categories where one can sign in',
    title: categoriesTitle,
    async show({ page }) {
      await amendConfig(page, (config) => ({ ...config, signIn: true }));
      await page.goto('/categories');
      return page.getByRole('article').first();
    },
  },
  {
    name: 'language not loaded',
    title: categoriesTitle,
    async show({ page, texts, language }) {
      await page.goto('/categories');
      await expect(page.getByRole('article').first()).toBeVisible();
      const other = language === 'fr' ? 'en' : 'fr';
      await page.route(new RegExp(`/assets/${other}-`), (route) => route.abort());
      // Were the server there, the page would try it again with a reload.
      await page.route('/', (route) => route.abort());
      await page
        .getByRole('banner')
        .getByRole('button', { name: texts.common.languageName[other] })
        .click();
      return toastIn(page, texts.common.languageFailed.title);
    },
  },
  {
    name: 'mobile menu',
    title: categoriesTitle,
    isPhoneOnly: true,
    async show({ page, texts }) {
      await page.goto('/categories');
      await page.getByRole('button', { name: texts.common.menu }).click();
      return page.getByRole('dialog', { name: texts.common.appName });
    },
  },
  {
    name: 'mobile menu of an administrator',
    title: categoriesTitle,
    isPhoneOnly: true,
    async show({ page, texts }) {
      await signInAsAdministrator(page);
      await page.goto('/categories');
      await page.getByRole('button', { name: texts.common.menu }).click();
      return page.getByRole('dialog').getByText(texts.common.signedIn);
    },
  },
  {
    name: 'category',
    title: categoryTitle,
    async show({ page, demo }) {
      await page.goto(`/category/${demo.category.id}`);
      return page.getByRole('article').first();
    },
  },
  {
    name: 'category loading',
    hasNoHeading: true,
    async show({ page, demo, texts }) {
      await hold(page, '**/api/categories/*');
      await page.goto(`/category/${demo.category.id}`);
      return page.getByRole('navigation', { name: texts.catalog.category.toolbar });
    },
  },
  {
    name: 'category nominees loading',
    title: categoryTitle,
    async show(stage) {
      await hold(stage.page, '**/api/nominations/category/*');
      await stage.page.goto(`/category/${stage.demo.category.id}`);
      return heading(stage, categoryTitle(stage));
    },
  },
  {
    name: 'category not found',
    title: ({ texts }) => texts.catalog.category.notFoundHeading,
    async show(stage) {
      await stage.page.goto('/category/00000000-0000-4000-8000-000000000000');
      return heading(stage, stage.texts.catalog.category.notFoundHeading);
    },
  },
  {
    name: 'category without nominees',
    title: (stage) => localizedName(stage, stage.demo.emptyCategory),
    async show(stage) {
      await stage.page.goto(`/category/${stage.demo.emptyCategory.id}`);
      return heading(stage, stage.texts.catalog.category.emptyHeading);
    },
  },
  {
    name: 'category error',
    async show(stage) {
      await answer(stage.page, '**/api/categories/*', {}, 500);
      await stage.page.goto(`/category/${stage.demo.category.id}`);
      return heading(stage, stage.texts.catalog.loadError.heading);
    },
  },
  {
    name: 'category nominees error',
    title: categoryTitle,
    async show(stage) {
      await answer(stage.page, '**/api/nominations/category/*', {}, 500);
      await stage.page.goto(`/category/${stage.demo.category.id}`);
      return heading(stage, stage.texts.catalog.loadError.heading);
    },
  },
  {
    name: 'category without pictures and bios',
    title: categoryTitle,
    async show({ page, demo }) {
      await withoutPicturesAndBios(page);
      await page.goto(`/category/${demo.category.id}`);
      return page.getByRole('article').first();
    },
  },
  {
    name: 'category link copied',
    title: categoryTitle,
    async show({ page, demo, texts }) {
      await withoutShareSheet(page);
      await page.goto(`/category/${demo.category.id}`);
      await page.getByRole('button', { name: texts.catalog.category.share, exact: true }).click();
      return toastIn(page, texts.catalog.share.copied);
    },
  },
  {
    name: 'category link not copied',
    title: categoryTitle,
    async show({ page, demo, texts }) {
      await page.addInitScript(() => {
        Object.defineProperty(navigator, 'share', { value: undefined });
        Object.defineProperty(navigator, 'clipboard', { value: undefined });
      });
      await page.goto(`/category/${demo.category.id}`);
      await page.getByRole('button', { name: texts.catalog.category.share, exact: true }).click();
      return toastIn(page, texts.catalog.share.failed);
    },
  },
  {
    name: 'profile',
    title: categoryTitle,
    async show({ page, demo }) {
      await page.goto(`/category/${demo.category.id}?artist=${demo.artist.id}`);
      return page.getByRole('dialog', { name: demo.artist.name });
    },
  },
  {
    name: 'profile loading',
    title: categoryTitle,
    async show({ page, demo, texts }) {
      await hold(page, '**/api/nominations/artist/*');
      await page.goto(`/category/${demo.category.id}?artist=${demo.artist.id}`);
      return page.getByRole('dialog', { name: texts.catalog.profile.loading });
    },
  },
  {
    name: 'profile without a picture and a bio',
    title: categoryTitle,
    async show({ page, demo, texts }) {
      await withoutPicturesAndBios(page);
      await page.goto(`/category/${demo.category.id}?artist=${demo.artist.id}`);
      return page.getByText(texts.catalog.profile.bioFallback);
    },
  },
  {
    name: 'profile error',
    title: categoryTitle,
    async show({ page, demo, texts }) {
      await answer(page, '**/api/nominations/artist/*', {}, 500);
      await page.goto(`/category/${demo.category.id}?artist=${demo.artist.id}`);
      return page.getByRole('dialog', { name: texts.catalog.loadError.heading });
    },
  },
  {
    name: 'profile not found',
    title: categoryTitle,
    async show({ page, demo, texts }) {
      const unknownId = '00000000-0000-4000-8000-000000000000';
      await page.goto(`/category/${demo.category.id}?artist=${unknownId}`);
      return page.getByRole('dialog', { name: texts.catalog.profile.notFoundHeading });
    },
  },
  {
    name: 'share',
    title: categoryTitle,
    async show({ page, demo, texts }) {
      await page.goto(`/share/${demo.shareLink}`);
      return page.getByText(texts.catalog.shared.badge);
    },
  },
  {
    name: 'share link not found',
    title: ({ texts }) => texts.catalog.category.notFoundHeading,
    async show(stage) {
      await stage.page.goto('/share/nobody-shared-this');
      return heading(stage, stage.texts.catalog.category.notFoundHeading);
    },
  },
  {
    name: 'page loading',
    hasNoHeading: true,
    async show({ page, texts }) {
      await hold(page, '**/assets/my-receipts-page-*');
      await page.goto('/my-receipts');
      return page.getByRole('main').getByText(texts.common.loading);
    },
  },
  {
    name: 'administration for nobody',
    title: ({ texts }) => texts.common.admin.heading,
    hasNoHeading: true,
    async show({ page, texts }) {
      await withoutTimersOf(page, 1_000); // the visitor would be home before one has looked
      await page.goto('/admin/voter-tracking');
      return toastIn(page, texts.common.admin.unauthorized);
    },
  },
  {
    name: '404',
    title: ({ texts }) => texts.common.notFound.pageTitle,
    async show(stage) {
      await stage.page.goto('/backstage');
      return heading(stage, stage.texts.common.notFound.heading);
    },
  },
  {
    name: 'crash',
    title: ({ texts }) => texts.common.crash.heading,
    async show(stage) {
      await stage.page.route(/\/assets\/my-receipts-page-/, (route) => route.abort());
      await stage.page.goto('/my-receipts');
      return heading(stage, stage.texts.common.crash.heading);
    },
  },
];

/** Devices without a share sheet copy the address. */
export async function withoutShareSheet(page: Page): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.addInitScript(() => Object.defineProperty(navigator, 'share', { value: undefined }));
}

const checkoutStates: ScreenState[] = [
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
    name: 'checkout filled in',
    title: checkoutTitle,
    async show(stage) {
      const { page, texts } = stage;
      await openCheckout(stage);
      await page.getByLabel(texts.checkout.mobileMoney.phone.label).fill('677123456');
      await page.getByLabel(texts.checkout.mobileMoney.email.label).fill('fan@example.com');
      return page.getByText(texts.checkout.mobileMoney.operator.mtn, { exact: true });
    },
  },
  {
    name: 'checkout with mistakes',
    title: checkoutTitle,
    async show(stage) {
      const { page, texts } = stage;
      await openCheckout(stage);
      await page.getByLabel(texts.checkout.mobileMoney.email.label).fill('fan@');
      await page.getByLabel(texts.checkout.mobileMoney.phone.label).fill('677123456');
      await page.getByRole('button', { name: texts.checkout.mobileMoney.submit }).click();
      await page.getByLabel(texts.checkout.mobileMoney.phone.label).fill('222123456');
      await expect(page.getByText(texts.checkout.mobileMoney.email.invalid)).toBeVisible();
      return page.getByText(texts.checkout.mobileMoney.phone.notMobile);
    },
  },
  {
    name: 'checkout without nominations',
    title: checkoutTitle,
    async show(stage) {
      await answer(stage.page, '**/api/nominations/artist/*', []);
      await stage.page.goto(checkoutPath(stage.demo));
      return heading(stage, stage.texts.checkout.nothingToPay.notNominated.heading);
    },
  },
  {
    name: 'checkout error',
    title: checkoutTitle,
    async show(stage) {
      await answer(stage.page, '**/api/nominations/artist/*', {}, 500);
      await stage.page.goto(checkoutPath(stage.demo));
      return heading(stage, stage.texts.checkout.nothingToPay.failed.heading);
    },
  },
  {
    name: 'checkout with payment switched off',
    title: checkoutTitle,
    async show(stage) {
      await amendConfig(stage.page, (config) => ({
        ...config,
        methods: { mobileMoney: false, card: false },
      }));
      await stage.page.goto(checkoutPath(stage.demo));
      return heading(stage, stage.texts.checkout.nothingToPay.off.heading);
    },
  },
  {
    name: 'checkout after voting closed',
    title: checkoutTitle,
    async show(stage) {
      await amendConfig(stage.page, (config) => ({
        ...config,
        voting: { isOpen: false, opensAt: null, closesAt: '2025-11-29T20:00:00.000Z' },
      }));
      await stage.page.goto(checkoutPath(stage.demo));
      return heading(stage, stage.texts.checkout.voting.closed);
    },
  },
  {
    name: 'checkout before voting opens',
    title: checkoutTitle,
    async show(stage) {
      await amendConfig(stage.page, (config) => ({
        ...config,
        voting: { isOpen: false, opensAt: '2035-11-01T08:00:00.000Z', closesAt: null },
      }));
      await stage.page.goto(checkoutPath(stage.demo));
      return heading(stage, stage.texts.checkout.voting.notYetOpen);
    },
  },
  {
    name: 'checkout without a selection',
    title: categoriesTitle,
    async show({ page, texts }) {
      await page.goto('/checkout');
      await expect(page.getByRole('article').first()).toBeVisible();
      return toastIn(page, texts.checkout.entry.noSelection.title);
    },
  },
  {
    name: 'checkout with an unreadable selection',
    title: categoriesTitle,
    async show({ page, texts }) {
      await page.goto('/checkout?artist=%7Bnonsense');
      await expect(page.getByRole('article').first()).toBeVisible();
      return toastIn(page, texts.checkout.entry.invalidData.title);
    },
  },
  {
    name: 'checkout without a number',
    title: checkoutTitle,
    async show(stage) {
      const { page, texts } = stage;
      await openCheckout(stage);
      await page.getByLabel(texts.checkout.mobileMoney.phone.label).press('Enter');
      return toastIn(page, texts.checkout.mobileMoney.phoneRequired.title);
    },
  },
  {
    name: 'checkout without votes',
    title: checkoutTitle,
    async show(stage) {
      const { page, texts } = stage;
      await openCheckout(stage);
      for (const votes of await page.getByRole('spinbutton').all()) await votes.fill('0');
      const phone = page.getByLabel(texts.checkout.mobileMoney.phone.label);
      await phone.fill('677123456');
      await phone.press('Enter');
      return toastIn(page, texts.checkout.mobileMoney.noVotes.title);
    },
  },
  {
    name: 'payment error',
    title: checkoutTitle,
    async show(stage) {
      const { page, texts } = stage;
      await answer(page, CHECKOUT_API, { code: 'prompt-open', message: '' }, 409);
      await openCheckout(stage);
      await pay(stage);
      return toastIn(page, texts.checkout.error.title);
    },
  },
  {
    name: 'card form',
    title: checkoutTitle,
    async show(stage) {
      await openCardForm(stage);
      return cardNumber(stage);
    },
  },
  {
    name: 'setting up payment',
    title: checkoutTitle,
    async show(stage) {
      await hold(stage.page, SETUP_API);
      await openCheckout(stage);
      await cardMethod(stage).check({ force: true });
      return stage.page.getByText(stage.texts.checkout.card.settingUp);
    },
  },
  {
    name: 'card declined',
    title: checkoutTitle,
    async show(stage) {
      await openCardForm(stage);
      await payByCard(stage, CARDS.lacksFunds);
      const reason = bankText(stage.language, 'insufficient_funds');
      return stage.page.getByRole('main').getByText(reason);
    },
  },
  {
    name: 'card method unavailable',
    title: checkoutTitle,
    async show(stage) {
      const { page, texts } = stage;
      await page.route(CARD_SCRIPT, (route) => route.abort());
      await openCheckout(stage);
      await cardMethod(stage).check({ force: true });
      return page.getByText(texts.checkout.card.unavailable.heading);
    },
  },
  {
    name: 'payment refused for a while',
    title: checkoutTitle,
    async show(stage) {
      const { page, texts } = stage;
      await refuseForNow(page, CHECKOUT_API, 'phone-limit', 60 * 60 * 20);
      await openCheckout(stage);
      await pay(stage);
      return toastIn(page, texts.checkout.error.title);
    },
  },
  {
    name: 'waiting overlay',
    title: checkoutTitle,
    async show(stage) {
      const { page, texts } = stage;
      // The server takes its time and the clock stands, so that the overlay stays as it opened.
      await hold(page, CHECKOUT_API);
      await openCheckout(stage);
      await page.clock.setFixedTime(Date.now());
      await pay(stage);
      return page.getByRole('dialog', { name: texts.checkout.waiting.title });
    },
  },
  {
    name: 'waiting overlay taking longer',
    title: checkoutTitle,
    async show(stage) {
      const { page, texts } = stage;
      await page.clock.install();
      await hold(page, CHECKOUT_API);
      await openCheckout(stage);
      await pay(stage);
      await expect(page.getByText(texts.checkout.waiting.title)).toBeVisible();
      await page.clock.fastForward(21_000);
      return page.getByText(texts.checkout.waiting.takingLonger);
    },
  },
  {
    name: 'polling banner',
    hasBanner: true,
    title: checkoutTitle,
    async show(stage) {
      const { page, texts, demo } = stage;
      await leavePaymentOpen(page, demo.pendingPaymentId);
      await openCheckout(stage);
      return page.getByText(texts.checkout.status.waiting);
    },
  },
  {
    name: 'polling without a connection',
    hasBanner: true,
    title: checkoutTitle,
    async show(stage) {
      const { page, texts, demo } = stage;
      await leavePaymentOpen(page, demo.pendingPaymentId);
      await page.route(STATUS_API, (route) => route.abort());
      await openCheckout(stage);
      return page.getByText(texts.checkout.status.connectionLost);
    },
  },
  {
    name: 'uncertain prompt',
    hasBanner: true,
    title: checkoutTitle,
    async show(stage) {
      const { page, texts, demo } = stage;
      await takeClock(page);
      await leavePaymentOpen(page, demo.pendingPaymentId);
      await openCheckout(stage);
      await passChecks(page, 1, 10);
      return heading(stage, texts.checkout.uncertain.question);
    },
  },
  {
    name: 'payment failed',
    hasBanner: true,
    title: checkoutTitle,
    async show(stage) {
      const { page, texts, demo } = stage;
      await leavePaymentOpen(page, demo.pendingPaymentId);
      await answer(page, STATUS_API, { status: 'failed', failureReason: 'insufficient-funds' });
      await openCheckout(stage);
      return toastIn(page, texts.checkout.failed.title);
    },
  },
  {
    name: 'payment confirmed',
    hasBanner: true,
    title: checkoutTitle,
    async show(stage) {
      const { page, texts, demo } = stage;
      await leavePaymentOpen(page, lastOf(demo.paidPayments).paymentId);
      await hold(page, '**/api/payment/receipt/*');
      await openCheckout(stage);
      return page.getByText(texts.checkout.status.confirmed);
    },
  },
  {
    name: 'receipt not loaded',
    hasBanner: true,
    title: checkoutTitle,
    async show({ page, texts, demo }) {
      await leavePaymentOpen(page, lastOf(demo.paidPayments).paymentId);
      await answer(page, '**/api/payment/receipt/*', {}, 500);
      await page.goto(checkoutPath(demo));
      await expect(toastIn(page, texts.checkout.receipt.failed.title)).toBeVisible();
      return page.getByText(texts.checkout.receipt.unavailable);
    },
  },
  { name: 'receipt', title: checkoutTitle, hasBanner: true, show: openReceipt },
  {
    name: 'receipt of many votes without a picture',
    title: checkoutTitle,
    hasBanner: true,
    async show(stage) {
      await stage.page.route('**/api/payment/receipt/*', async (route) => {
        const response = await route.fetch();
        const receipt: Receipt = await response.json();
        await route.fulfill({ response, json: withManyVotes(receipt) });
      });
      return openReceipt(stage);
    },
  },
  {
    name: 'receipt picture not made',
    title: checkoutTitle,
    hasBanner: true,
    async show(stage) {
      const { page, texts } = stage;
      await page.addInitScript(() => {
        HTMLCanvasElement.prototype.getContext = () => null;
      });
      const receipt = await openReceipt(stage);
      await receipt.getByRole('button', { name: texts.receipts.picture.save }).click();
      return toastIn(page, texts.receipts.picture.failed.title);
    },
  },
  {
    name: 'close question',
    hasBanner: true,
    title: checkoutTitle,
    async show(stage) {
      const { page, texts } = stage;
      const receipt = await openReceipt(stage);
      await receipt.getByRole('button', { name: texts.common.close }).click();
      return page.getByRole('dialog', { name: texts.receipts.saved.question });
    },
  },
];

async function search({ page, texts }: Stage, email: string): Promise<void> {
  await page.goto('/my-receipts');
  await page.getByLabel(texts.receipts.search.email).fill(email);
  await page.getByRole('button', { name: texts.receipts.search.submit }).click();
}

const receiptStates: ScreenState[] = [
  {
    name: 'my receipts',
    title: receiptsTitle,
    async show({ page, texts }) {
      await page.goto('/my-receipts');
      return page.getByLabel(texts.receipts.search.phone);
    },
  },
  {
    name: 'my receipts by phone',
    title: receiptsTitle,
    async show({ page, texts }) {
      await page.goto('/my-receipts');
      await page.getByLabel(texts.receipts.search.phone).fill('+237 6 77 12 34 56');
      return page.getByRole('textbox', { name: texts.receipts.search.email, disabled: true });
    },
  },
  {
    name: 'my receipts without input',
    title: receiptsTitle,
    async show({ page, texts }) {
      await page.goto('/my-receipts');
      await page.getByRole('button', { name: texts.receipts.search.submit }).click();
      return toastIn(page, texts.receipts.inputRequired.title);
    },
  },
  {
    name: 'my receipts searching',
    title: receiptsTitle,
    async show(stage) {
      await hold(stage.page, '**/api/receipts/lookup');
      await search(stage, stage.demo.email);
      return stage.page.getByRole('button', { name: stage.texts.receipts.search.submit });
    },
  },
  {
    name: 'my receipts found',
    title: receiptsTitle,
    async show(stage) {
      await search(stage, stage.demo.email);
      return stage.page.getByText(`#${lastOf(stage.demo.paidPayments).receiptCode}`).first();
    },
  },
  {
    name: 'my receipts none found',
    title: receiptsTitle,
    async show(stage) {
      await search(stage, 'nobody@example.com');
      return heading(stage, stage.texts.receipts.none.title);
    },
  },
  {
    name: 'my receipts error',
    title: receiptsTitle,
    async show(stage) {
      await answer(stage.page, '**/api/receipts/lookup', {}, 500);
      await search(stage, stage.demo.email);
      return toastIn(stage.page, stage.texts.receipts.error.title);
    },
  },
  {
    name: 'my receipts opening',
    title: receiptsTitle,
    async show({ page, texts, demo }) {
      await hold(page, '**/api/payment/receipt/*');
      await page.goto(`/my-receipts?code=${demo.paidPayments[0]?.receiptCode}`);
      return page.getByText(texts.receipts.loading);
    },
  },
  {
    name: 'my receipts not opened',
    title: receiptsTitle,
    async show({ page, texts }) {
      await page.goto('/my-receipts?code=NOBODYSOWN');
      return toastIn(page, texts.receipts.error.title);
    },
  },
  {
    name: 'my receipts opened',
    title: receiptsTitle,
    async show({ page, texts, demo }) {
      await page.goto(`/my-receipts?code=${demo.paidPayments[0]?.receiptCode}`);
      return page.getByRole('dialog', { name: texts.receipts.card.dialogTitle });
    },
  },
];

const helpTitle = ({ texts }: Stage) => texts.help.pageTitle;

/** A question about a payment, and what the server says of it; without `json` it says the truth. */
async function askForHelp(
  { page, texts }: Stage,
  question: { reference: string } | { phone: string },
  json?: PaymentHelp,
): Promise<void> {
  if (json) await answer(page, HELP_API, json);
  await page.goto('/payment-help');
  const [field, value] =
    'phone' in question
      ? [texts.help.search.phone, question.phone]
      : [texts.help.search.reference, question.reference];
  await page.getByLabel(field).fill(value);
  await page.getByRole('button', { name: texts.help.search.submit }).click();
}

const at = (time: string) => `2025-11-29T${time}:00.000Z`;

const helpStep = (
  step: HelpStep['step'],
  time: string,
  reason: HelpStep['reason'] = null,
): HelpStep => ({ step, at: at(time), reason });

const helpWith = (payment: Partial<HelpedPayment>): PaymentHelp => ({
  payment: {
    state: 'pending',
    since: at('20:00'),
    next: 'approve',
    askedUntil: null,
    method: 'mobileMoney',
    failureReason: null,
    receiptCode: null,
    story: [helpStep('created', '20:00'), helpStep('prompt-sent', '20:01')],
    ...payment,
  },
});

const SOME_REFERENCE = { reference: 'MP260729.1716.C73941' };

const helpStates: ScreenState[] = [
  {
    name: 'payment help',
    title: helpTitle,
    async show({ page, texts }) {
      await page.goto('/payment-help');
      return page.getByLabel(texts.help.search.phone);
    },
  },
  {
    name: 'payment help without input',
    title: helpTitle,
    async show({ page, texts }) {
      await page.goto('/payment-help');
      await page.getByRole('button', { name: texts.help.search.submit }).click();
      return page.getByText(texts.help.search.required);
    },
  },
  {
    name: 'payment help with a wrong number',
    title: helpTitle,
    async show(stage) {
      await askForHelp(stage, { phone: '222 12 34 56' });
      return stage.page.getByText(stage.texts.help.search.notMobile);
    },
  },
  {
    name: 'payment help searching',
    title: helpTitle,
    async show(stage) {
      await hold(stage.page, HELP_API);
      await askForHelp(stage, SOME_REFERENCE);
      return stage.page.getByRole('button', { name: stage.texts.help.search.submit });
    },
  },
  {
    name: 'payment help pending',
    title: helpTitle,
    async show(stage) {
      await askForHelp(stage, { reference: stage.demo.pendingPaymentId });
      return heading(stage, stage.texts.help.state.pending);
    },
  },
  {
    name: 'payment help pending for long',
    title: helpTitle,
    async show(stage) {
      const json = helpWith({
        next: 'keep-asking',
        askedUntil: '2025-11-30T20:00:00.000Z',
        story: [
          helpStep('created', '20:00'),
          helpStep('prompt-unanswered', '20:01'),
          helpStep('provider-called', '20:04'),
          helpStep('asked-again', '20:30'),
        ],
      });
      await askForHelp(stage, SOME_REFERENCE, json);
      return stage.page.getByText(stage.texts.help.next['keep-asking']);
    },
  },
  {
    name: 'payment help with a card never sent',
    title: helpTitle,
    async show(stage) {
      const story = [helpStep('created', '20:00')];
      const json = helpWith({ next: 'finish-card', method: 'card', story });
      await askForHelp(stage, SOME_REFERENCE, json);
      return stage.page.getByText(stage.texts.help.next['finish-card']);
    },
  },
  {
    name: 'payment help completed',
    title: helpTitle,
    async show(stage) {
      await askForHelp(stage, { reference: `#${lastOf(stage.demo.paidPayments).receiptCode}` });
      return heading(stage, stage.texts.help.state.completed);
    },
  },
  {
    name: 'payment help failed',
    title: helpTitle,
    async show(stage) {
      const failureReason = 'insufficient-funds';
      const json = helpWith({
        state: 'failed',
        next: 'pay-again',
        failureReason,
        askedUntil: '2025-11-30T20:00:00.000Z',
        story: [
          helpStep('created', '20:00'),
          helpStep('prompt-sent', '20:01'),
          helpStep('failed', '20:02', failureReason),
        ],
      });
      await askForHelp(stage, SOME_REFERENCE, json);
      return heading(stage, stage.texts.help.state.failed);
    },
  },
  {
    name: 'payment help completed after a failure',
    title: helpTitle,
    async show(stage) {
      const json = helpWith({
        state: 'completed',
        next: 'see-receipt',
        receiptCode: lastOf(stage.demo.paidPayments).receiptCode,
        story: [
          helpStep('created', '20:00'),
          helpStep('prompt-sent', '20:01'),
          helpStep('failed', '20:02', 'unknown'),
          helpStep('confirmed', '20:40'),
          helpStep('counted', '20:40'),
        ],
      });
      await askForHelp(stage, SOME_REFERENCE, json);
      return stage.page.getByText(stage.texts.help.noReason);
    },
  },
  {
    name: 'payment help reversed',
    title: helpTitle,
    async show(stage) {
      const json = helpWith({
        state: 'reversed',
        next: 'watch-account',
        method: 'card',
        failureReason: 'refunded',
        story: [
          helpStep('created', '20:00'),
          helpStep('card-submitted', '20:01'),
          helpStep('confirmed', '20:02'),
          helpStep('counted', '20:02'),
          helpStep('money-back', '21:15', 'refunded'),
        ],
      });
      await askForHelp(stage, SOME_REFERENCE, json);
      return heading(stage, stage.texts.help.state.reversed);
    },
  },
  {
    name: 'payment help needing attention',
    title: helpTitle,
    async show(stage) {
      const json = helpWith({
        state: 'attention',
        next: 'wait-for-organisers',
        story: [
          helpStep('created', '20:00'),
          helpStep('prompt-sent', '20:01'),
          helpStep('under-review', '20:02'),
        ],
      });
      await askForHelp(stage, SOME_REFERENCE, json);
      return heading(stage, stage.texts.help.state.attention);
    },
  },
  {
    name: 'payment help by phone',
    title: helpTitle,
    async show(stage) {
      await askForHelp(
        stage,
        { phone: '+237 6 77 12 34 56' },
        helpWith({ state: 'failed', next: 'pay-again', story: [] }),
      );
      return stage.page.getByText(stage.texts.help.moreByReference);
    },
  },
  {
    name: 'payment help not found',
    title: helpTitle,
    async show(stage) {
      await askForHelp(stage, SOME_REFERENCE);
      return heading(stage, stage.texts.help.notFound.reference);
    },
  },
  {
    name: 'payment help not found by phone',
    title: helpTitle,
    async show(stage) {
      await askForHelp(stage, { phone: freshNumber() });
      return heading(stage, stage.texts.help.notFound.phone);
    },
  },
  {
    name: 'payment help error',
    title: helpTitle,
    async show(stage) {
      await answer(stage.page, HELP_API, {}, 500);
      await askForHelp(stage, SOME_REFERENCE);
      return heading(stage, stage.texts.help.error.title);
    },
  },
  {
    name: 'payment help asked too often',
    title: helpTitle,
    async show(stage) {
      await refuseForNow(stage.page, HELP_API, 'too-many-requests');
      await askForHelp(stage, SOME_REFERENCE);
      return heading(stage, stage.texts.help.error.limitTitle);
    },
  },
];

/** Every screen and state a visitor can meet: tested one by one, and drawn into the gallery. */
export const SCREEN_STATES: readonly ScreenState[] = [
  ...categoryStates,
  ...checkoutStates,
  ...receiptStates,
  ...helpStates,
];
