import { randomInt } from 'node:crypto';
import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test';
import { LANGUAGES, type Language } from '#shared/domain/localized';
import type { Texts } from './texts';

/** The phone and the laptop that every screen is made for, and the smallest phone there is. */
export const PHONE = { width: 360, height: 740 };
export const LAPTOP = { width: 1280, height: 900 };
export const SMALLEST_PHONE = { width: 320, height: 640 };

export interface VoterSetup {
  language: Language;
  width: number;
  height: number;
  /** Goes offline: pages of one process hear of it one after the other, and this one must be alone. */
  goesOffline?: boolean;
  /** Has what a service worker keeps; all others go without one. */
  keepsSite?: boolean;
}

interface Voter {
  page: Page;
  texts: Texts;
}

/** At the phone and at the laptop, in both languages. */
export const EVERY_VOTER: VoterSetup[] = LANGUAGES.flatMap((language) => [
  { language, ...PHONE },
  { language, ...LAPTOP },
]);

/** A browser in this language, in which nothing moves. */
export const newContext = (
  browser: Browser,
  { language, keepsSite = false }: Pick<VoterSetup, 'language' | 'keepsSite'>,
): Promise<BrowserContext> =>
  browser.newContext({
    locale: language === 'fr' ? 'fr-FR' : 'en-US',
    reducedMotion: 'reduce',
    serviceWorkers: keepsSite ? 'allow' : 'block',
  });

/** So many for each of the processes that run tests at the same time. */
const NUMBERS_PER_WORKER = 10_000;
let lastNumber =
  Number(process.env.TEST_PARALLEL_INDEX ?? 0) * NUMBERS_PER_WORKER +
  randomInt(NUMBERS_PER_WORKER / 2);

/**
 * Nine digits nobody used before in this run. The last two say what the owner does by themselves
 * (`06` approves at once, `01` declines, `02` lacks funds, `03` never answers); with `50` the prompt waits for the demo phone.
 */
export const freshNumber = (ending: '01' | '02' | '03' | '06' | '50' = '50'): string =>
  `67${String(++lastNumber % 100_000).padStart(5, '0')}${ending}`;

/** From the first screen to the checkout of somebody who is nominated. */
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

/** Fills in the form and sends it; an owner who answers at once may have done so already. */
export async function sendPayment({ page, texts }: Voter, number: string): Promise<void> {
  await page.getByLabel(texts.checkout.mobileMoney.phone.label).fill(number);
  await page.getByRole('button', { name: texts.checkout.mobileMoney.submit }).click();
}

/** The prompt is on the phone afterwards, until somebody answers it. */
export async function payByMobileMoney(voter: Voter, number: string): Promise<void> {
  await sendPayment(voter, number);
  await expect(
    voter.page.getByRole('heading', { name: voter.texts.checkout.waiting.title }),
  ).toBeVisible();
}

/** What the voter does on the (demo) phone that rings. */
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
