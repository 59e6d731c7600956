import { randomInt } from 'node:crypto';
import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test';
import { LANGUAGES, type Language } from '#shared/domain/localized';
import type { Texts } from './texts';

/** The phone and the laptop that every screen is designed for, and the smallest phone. */
export const PHONE = { width: 360, height: 740 };
export const LAPTOP = { width: 1280, height: 900 };
export const SMALLEST_PHONE = { width: 320, height: 640 };

export interface VoterSetup {
  language: Language;
  width: number;
  height: number;
  /**
   * True when the test goes offline: pages of one process are notified one after the other, so this
   * one must be alone.
   */
  goesOffline?: boolean;
  /** True to allow the service worker; all other visitors have none. */
  keepsSite?: boolean;
}

interface Voter {
  page: Page;
  texts: Texts;
}

/** Phone and laptop, in both languages. */
export const EVERY_VOTER: VoterSetup[] = LANGUAGES.flatMap((language) => [
  { language, ...PHONE },
  { language, ...LAPTOP },
]);

/**
 * A browser context in this language, without animations.
 * @param baseURL of a demo of its own
 */
export const newContext = (
  browser: Browser,
  { language, keepsSite = false }: Pick<VoterSetup, 'language' | 'keepsSite'>,
  baseURL?: string,
): Promise<BrowserContext> =>
  browser.newContext({
    ...(baseURL === undefined ? {} : { baseURL }),
    locale: language === 'fr' ? 'fr-FR' : 'en-US',
    reducedMotion: 'reduce',
    serviceWorkers: keepsSite ? 'allow' : 'block',
  });

/** Phone numbers for each worker process of the test run. */
const NUMBERS_PER_WORKER = 10_000;
let lastNumber =
  Number(process.env.TEST_PARALLEL_INDEX ?? 0) * NUMBERS_PER_WORKER +
  randomInt(NUMBERS_PER_WORKER / 2);

/**
 * A nine-digit number that was not used before in this run. The last two digits decide what the
 * payer does automatically (`06` approves at once, `01` declines, `02` has insufficient funds, `03`
 * never responds); with `50` the prompt waits for the demo phone.
 */
export const freshNumber = (ending: '01' | '02' | '03' | '06' | '50' = '50'): string =>
  `67${String(++lastNumber % 100_000).padStart(5, '0')}${ending}`;

/** From the first screen to the checkout of a nominated artist. */
export async function chooseAnArtist({ page, texts }: Voter): Promise<string> {
  await page.goto('/');
  await expect(page).toHaveURL(/\/categories$/);
  await page.getByRole('main').getByRole('link', { name: /./ }).first().click();
  await expect(page).toHaveURL(/\/category\//);
  const voteLink = page.getByRole('link', { name: new RegExp(texts.catalog.voteNow) }).first();
  await voteLink.click();
  await expect(page).toHaveURL(/\/checkout\?artist=/);
  return (await page.getByRole('heading', { level: 1 }).textContent()) ?? '';
}

/** Fills in the form and submits it; an automatic payer may have responded already. */
export async function sendPayment({ page, texts }: Voter, number: string): Promise<void> {
  await page.getByLabel(texts.checkout.mobileMoney.phone.label).fill(number);
  await page.getByRole('button', { name: texts.checkout.mobileMoney.submit }).click();
}

/** Afterwards the prompt is on the phone until it is answered. */
export async function payByMobileMoney(voter: Voter, number: string): Promise<void> {
  await sendPayment(voter, number);
  await expect(
    voter.page.getByRole('heading', { name: voter.texts.checkout.waiting.title }),
  ).toBeVisible();
}

/** Answers the prompt on the (demo) phone. */
export async function answerPrompt(
  { page }: Voter,
  number: string,
  answer: 'approve' | 'decline',
): Promise<void> {
  const phone = await page.context().newPage();
  await phone.goto(`/sandbox/phone?number=237${number}`);
  await expect(phone.locator('#request')).toBeVisible();
  for (const digit of ['1', '2', '3', '4']) {
    await phone.locator(`[data-digit="${digit}"]`).click();
  }
  await phone.locator(`#${answer}`).click();
  await expect(phone.locator('#messages li').first()).toBeVisible();
  await phone.close();
}
