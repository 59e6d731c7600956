import { expect, type Locator, type Page, type Request } from '@playwright/test';
import { type BrowserText, browserText } from '#sandbox/stripe/browser/texts';
import type { CardSession } from '#shared/contracts/payments';
import type { Language } from '#shared/domain/localized';
import type { Texts } from './texts';

/** The provider's test cards by their effect, and one of ours whose bank has its own page. */
export const CARDS = {
  success: '4242424242424242',
  genericDecline: '4000000000000002',
  lacksFunds: '4000000000009995',
  expired: '4000000000000069',
  wrongCvc: '4000000000000127',
  processingError: '4000000000000119',
  asksFirst: '4000002760003184',
  leavesThePage: '4000000000003063',
};

export const SETUP_API = '**/api/create-payment-intent-multi';
export const CONFIRM_API = '**/api/confirm-payment';
export const ATTEMPT_API = '**/api/payment/*/attempt';
/** The provider's endpoint, called by its own script. */
export const PROVIDER_CONFIRM = '**/v1/payment_intents/*/confirm';
export const CARD_SCRIPT = '**/sandbox/stripe/stripe.js';

interface OnPage {
  page: Page;
  texts: Texts;
  language: Language;
}

/** Texts of the provider's form and of the bank. */
export const bankText = (language: Language, key: BrowserText): string =>
  browserText(language, key);

export const cardMethod = ({ page, texts }: OnPage): Locator =>
  page.getByRole('radio', { name: texts.checkout.method.card });

export const mobileMoneyMethod = ({ page, texts }: OnPage): Locator =>
  page.getByRole('radio', { name: texts.checkout.method['mobile-money'] });

export const completePayment = ({ page, texts }: OnPage): Locator =>
  page.getByRole('button', { name: texts.checkout.card.submit });

export const cardNumber = ({ page, language }: OnPage): Locator =>
  page.getByLabel(bankText(language, 'number.label'));

/** Chooses the card and waits until its fields can be filled in. */
export async function chooseCard(visit: OnPage): Promise<void> {
  await cardMethod(visit).check();
  await expectFieldsReady(visit);
}

export async function expectFieldsReady(visit: OnPage): Promise<void> {
  await expect(cardNumber(visit)).toBeVisible();
  await expect(visit.page.getByText(visit.texts.checkout.card.settingUp)).toHaveCount(0);
}

export async function fillCard(visit: OnPage, number: string): Promise<void> {
  const { page, language } = visit;
  await cardNumber(visit).fill(number);
  await page.getByLabel(bankText(language, 'expiry.label')).fill('1234');
  await page.getByLabel(bankText(language, 'cvc.label')).fill('123');
}

export const fillEmail = ({ page, texts }: OnPage, email: string): Promise<void> =>
  page.getByLabel(texts.checkout.card.email.label, { exact: true }).fill(email);

/** Fills everything in and presses the button. */
export async function payByCard(
  visit: OnPage,
  number: string,
  email = 'fan@example.com',
): Promise<void> {
  await fillEmail(visit, email);
  await fillCard(visit, number);
  await completePayment(visit).click();
}

/** Name of the button in the sandbox's captcha. */
export const personButton = (language: Language): string =>
  ({ en: 'I am a person', fr: 'Je suis une personne' })[language];

/** The bank's dialog over the page. */
export const bankDialog = ({ page, language }: OnPage): Locator =>
  page.getByRole('dialog', { name: bankText(language, 'bank.title') });

export async function answerBank(visit: OnPage, answer: 'approve' | 'refuse'): Promise<void> {
  const { page, language } = visit;
  await page
    .getByRole('button', { name: bankText(language, `bank.${answer}`), exact: true })
    .click();
}

/** The sessions that the server has given this page, in order. */
export function watchSessions(page: Page): CardSession[] {
  const sessions: CardSession[] = [];
  page.on('response', async (response) => {
    if (response.url().endsWith('/api/create-payment-intent-multi') && response.ok()) {
      sessions.push(await response.json());
    }
  });
  return sessions;
}

export interface WatchedRequests {
  /** In order. */
  sent: Request[];
  /** Highest number of simultaneous requests. */
  most: number;
}

export function watchRequests(page: Page, path: RegExp): WatchedRequests {
  const watched: WatchedRequests = { sent: [], most: 0 };
  const underWay = new Set<Request>();
  page.on('request', (request) => {
    if (!path.test(request.url())) return;
    watched.sent.push(request);
    underWay.add(request);
    watched.most = Math.max(watched.most, underWay.size);
  });
  page.on('requestfinished', (request) => underWay.delete(request));
  page.on('requestfailed', (request) => underWay.delete(request));
  return watched;
}
