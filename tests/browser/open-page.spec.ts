import { expect, type Page } from '@playwright/test';
import type { PublicConfig } from '#shared/contracts/config';
import { LANGUAGES } from '#shared/domain/localized';
import { cardMethod, expectFieldsReady, SETUP_API } from './support/card';
import { test } from './support/test';
import { fillIn } from './support/texts';
import {
  amendConfig,
  answer,
  CHECKOUT_API,
  checkoutPath,
  failurePanel,
  toastIn,
  type Visit,
} from './support/visit';
import { freshNumber, PHONE } from './support/voter';

const phoneOf = ({ page, texts }: Visit) => page.getByLabel(texts.checkout.mobileMoney.phone.label);
const emailOf = ({ page, texts }: Visit) => page.getByLabel(texts.checkout.mobileMoney.email.label);
const payButton = ({ page, texts }: Visit) =>
  page.getByRole('button', { name: texts.checkout.mobileMoney.submit });
const votesIn = (page: Page) => page.getByRole('spinbutton');
const byCard = ({ page, texts }: Visit) =>
  page.getByRole('button', { name: texts.checkout.mobileMoney.byCard });
const notice = ({ page }: Visit, text: string) =>
  page.getByRole('status').filter({ hasText: text });

type Amend = (config: PublicConfig) => PublicConfig;

/** Opens the form. @returns a function that changes the configuration under the open page */
async function openForm(visit: Visit): Promise<(amend: Amend) => void> {
  const { page, demo } = visit;
  let current: Amend = (config) => config;
  await amendConfig(page, (config) => current(config));
  await page.goto(checkoutPath(demo));
  await expect(phoneOf(visit)).toBeVisible();
  return (amend) => {
    current = amend;
  };
}

/** The voter comes back to the page until it says this: an answer is current for two seconds. */
async function comeBack(visit: Visit, text: string): Promise<void> {
  await expect(async () => {
    await visit.page.evaluate(() => window.dispatchEvent(new Event('focus')));
    await expect(notice(visit, text)).toBeVisible({ timeout: 1_000 });
  }).toPass();
}

const withoutMobileMoney: Amend = (config) => ({
  ...config,
  methods: { ...config.methods, mobileMoney: false },
  mobileMoneyOperators: [],
});
const dearer: Amend = (config) => ({
  ...config,
  prices: { ...config.prices, 'mobile-money': { amountMinor: 150, currency: 'XAF' } },
});
const down =
  (...operators: PublicConfig['mobileMoneyDown']): Amend =>
  (config) => ({ ...config, mobileMoneyDown: operators });

for (const language of LANGUAGES) {
  test.describe(`under an open page (${language})`, () => {
    test('a method that is switched off leads to the other one, with everything kept', async ({
      visitor,
    }) => {
      const visit = await visitor({ language, ...PHONE });
      const { page, texts } = visit;
      const change = await openForm(visit);
      await votesIn(page).first().fill('7');
      await phoneOf(visit).fill(freshNumber());
      await emailOf(visit).fill('fan@example.com');
      change(withoutMobileMoney);
      await answer(page, CHECKOUT_API, { code: 'method-off', message: '' }, 409);
      await payButton(visit).click();
      const { methodOff, methodOn } = texts.checkout.changed;
      await expect(notice(visit, methodOff['mobile-money'])).toBeInViewport();
      await expectFieldsReady(visit);
      await expect(votesIn(page).first()).toHaveValue('7');
      await expect(page.getByLabel(texts.checkout.card.email.label, { exact: true })).toHaveValue(
        'fan@example.com',
      );
      await expect(failurePanel(page, texts.checkout.error.title)).toHaveCount(0);
      await expect(toastIn(page, texts.checkout.error.title)).toHaveCount(0);
      // It comes back: the form that is being filled in stays.
      change((config) => config);
      await comeBack(visit, methodOn['mobile-money']);
      await expect(cardMethod(visit)).toBeChecked();
    });

    test('a new price is shown before it is paid, and the next press pays it', async ({
      visitor,
    }) => {
      const visit = await visitor({ language, ...PHONE });
      const { page, texts } = visit;
      const change = await openForm(visit);
      const number = freshNumber();
      await phoneOf(visit).fill(number);
      await answer(page, CHECKOUT_API, { code: 'price-changed', message: '' }, 409);
      change(dearer);
      await payButton(visit).click();
      const sentence = texts.checkout.changed.price.replace('{{price}}.', '');
      await expect(notice(visit, sentence)).toContainText('150');
      await expect(page.getByRole('alert')).toHaveCount(0);
      await expect(page.locator('.pay-bar')).toContainText('150');
      await expect(phoneOf(visit)).toHaveValue(number);
      const sent = page.waitForRequest(CHECKOUT_API);
      await payButton(visit).click();
      const { amountMinor, totalVotes } = (await sent).postDataJSON();
      expect(amountMinor).toBe(totalVotes * 150);
    });

    test('a new price of a card that is being set up is told as well', async ({ visitor }) => {
      const visit = await visitor({ language, ...PHONE });
      const { page, texts } = visit;
      const change = await openForm(visit);
      await page.route(
        SETUP_API,
        (route) => route.fulfill({ status: 409, json: { code: 'price-changed', message: '' } }),
        { times: 1 },
      );
      change((config) => ({
        ...config,
        prices: { ...config.prices, card: { amountMinor: 75, currency: 'USD' } },
      }));
      await cardMethod(visit).check();
      const [start = ''] = texts.checkout.changed.price.split('{{price}}');
      await expect(notice(visit, start)).toContainText(language === 'en' ? '0.75' : '0,75');
      await expect(toastIn(page, texts.checkout.card.setupFailed.title)).toHaveCount(0);
    });

    test('voting that is extended is told to a voter who comes back', async ({ visitor }) => {
      const visit = await visitor({ language, ...PHONE });
      const { page, texts } = visit;
      const closing =
        (closesAt: string): Amend =>
        (config) => ({ ...config, voting: { isOpen: true, opensAt: null, closesAt } });
      const hour = 3_600_000;
      const at = (hours: number) => new Date(Date.now() + hours * hour).toISOString();
      let current = closing(at(2));
      await amendConfig(page, (config) => current(config));
      await page.goto(checkoutPath(visit.demo));
      await expect(phoneOf(visit)).toBeVisible();
      current = closing(at(5));
      const [start = ''] = texts.checkout.changed.extended.split('{{time}}');
      await comeBack(visit, start);
      await expect(notice(visit, start)).toBeInViewport();
    });

    test('voting that is opened again brings the form back', async ({ visitor }) => {
      const visit = await visitor({ language, ...PHONE });
      const { page, texts } = visit;
      const change = await openForm(visit);
      const number = freshNumber();
      await phoneOf(visit).fill(number);
      change((config) => ({ ...config, voting: { ...config.voting, isOpen: false } }));
      await comeBack(visit, texts.checkout.voting.closed);
      change((config) => config);
      await expect(async () => {
        await page.evaluate(() => window.dispatchEvent(new Event('focus')));
        await expect(phoneOf(visit)).toHaveValue(number, { timeout: 1_000 });
      }).toPass();
    });

    test('an operator that is down says so before the press, and offers the card', async ({
      visitor,
    }) => {
      const visit = await visitor({ language, ...PHONE });
      const { page, texts } = visit;
      const change = await openForm(visit);
      await votesIn(page).first().fill('7');
      change(down('orange'));
      // The number is complete once the last answer is older than two seconds.
      await page.waitForFunction(() => performance.now() > 4_000);
      await phoneOf(visit).fill('699123456');
      const { mtn, orange, down: text } = texts.checkout.mobileMoney.operator;
      await expect(notice(visit, fillIn(text, { named: orange, other: mtn }))).toBeVisible();
      // Only a hint: the press still goes through.
      await expect(payButton(visit)).not.toHaveAttribute('aria-disabled', 'true');
      await byCard(visit).click();
      await expect(cardMethod(visit)).toBeChecked();
      await expectFieldsReady(visit);
      await expect(votesIn(page).first()).toHaveValue('7');
    });

    test('while no wallet can be charged, the form says so before any number is typed', async ({
      visitor,
    }) => {
      const visit = await visitor({ language, ...PHONE });
      const { page, texts } = visit;
      const change = await openForm(visit);
      change(down('mtn', 'orange'));
      await comeBack(visit, texts.checkout.mobileMoney.allDown);
      await expect(byCard(visit)).toBeVisible();
      // The refusal of a last attempt is told in a sentence, which is no failure.
      await answer(page, CHECKOUT_API, { code: 'operator-unavailable', message: '' }, 409);
      await phoneOf(visit).fill(freshNumber());
      await payButton(visit).click();
      await expect(notice(visit, texts.checkout.error['operator-unavailable'])).toBeVisible();
      await expect(page.getByRole('alert')).toHaveCount(0);
    });

    test('a server that does not know the provider of the page is told apart from a failure', async ({
      visitor,
    }) => {
      const visit = await visitor({ language, ...PHONE });
      const { page, texts } = visit;
      const change = await openForm(visit);
      change((config) => ({ ...config, mobileMoneyProvider: 'fapshi' }));
      await answer(page, CHECKOUT_API, { code: 'not-found', message: '' }, 404);
      await phoneOf(visit).fill(freshNumber());
      await payButton(visit).click();
      await expect(notice(visit, texts.checkout.error['page-outdated'])).toBeVisible();
      const sent = page.waitForRequest('**/api/fapshi-payment');
      await payButton(visit).click();
      await sent;
    });
  });
}
