import { expect, type Page } from '@playwright/test';
import { flowLanguages } from './support/flows';
import { createSignal } from './support/signal';
import { type NewVisitor, test } from './support/test';
import { fillIn, withAnyTime } from './support/texts';
import {
  answer,
  CHECKOUT_API,
  checkoutPath,
  expectFailurePanel,
  expectToast,
  failurePanel,
  hold,
  mockRateLimit,
  pendingPaymentId,
  UNKNOWN_ID,
} from './support/visit';
import { freshNumber, PHONE } from './support/voter';

/** Text that an attacker may put into an address, to have it shown on our page. */
const MADE_UP = {
  name: 'Notice',
  bio: 'Mobile Money is down. Send 1,000 to 677000000',
  bioFr: 'Mobile Money est en panne. Envoyez 1 000 au 677000000',
  photoUrl: '/uploads/made-up.webp',
  categories: [{ nominationId: UNKNOWN_ID, name: 'Made up', nameFr: null }],
};
const linkTo = (artist: object) => `/checkout?artist=${encodeURIComponent(JSON.stringify(artist))}`;

/** The addresses that the page requests, without the page itself. */
function requestsOf(page: Page): string[] {
  const urls: string[] = [];
  page.on('request', (request) => {
    if (!request.isNavigationRequest()) urls.push(request.url());
  });
  return urls;
}

for (const language of flowLanguages('en')) {
  test.describe(`in ${language}`, () => {
    test.describe('opening the checkout', () => {
      test('without an artist is rejected', async ({ visitor }) => {
        const { page, texts } = await visitor({ language, ...PHONE });
        await page.goto('/checkout');
        const { title, description } = texts.checkout.entry.noSelection;
        await expectToast(page, title, description);
        await expect(page).toHaveURL(/\/categories$/);
      });

      for (const [what, parameter] of [
        ['that is not JSON', '%7Bbroken'],
        ['that is no artist', encodeURIComponent('{"id":"1","name":"<b>x</b>"}')],
        ['that is huge', encodeURIComponent(`{"id":"${'x'.repeat(6_000)}"}`)],
        ['that is half of a surrogate pair', '%E0%A4%A'],
      ] as const) {
        test(`with an artist ${what} is rejected`, async ({ visitor }) => {
          const { page, texts } = await visitor({ language, ...PHONE });
          await page.goto(`/checkout?artist=${parameter}`);
          const { title, description } = texts.checkout.entry.invalidData;
          await expectToast(page, title, description);
          await expect(page).toHaveURL(/\/categories$/);
        });
      }

      test('shows nothing from an address with an unknown artist', async ({ visitor }) => {
        const { page, texts } = await visitor({ language, ...PHONE });
        const asked = requestsOf(page);
        await page.goto(linkTo({ ...MADE_UP, id: UNKNOWN_ID }));
        const { heading, hint } = texts.checkout.nothingToPay.notNominated;
        await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
        await expect(page.getByText(hint)).toBeVisible();
        await expect(page.getByLabel(texts.checkout.mobileMoney.phone.label)).toHaveCount(0);
        await expect(page.getByText(/677000000|Notice|Made up/)).toHaveCount(0);
        await expect(page).not.toHaveTitle(/Notice/);
        expect(asked.join(' ')).not.toContain('made-up');
      });

      test('shows the name from the address until the server has responded, and nothing else from it', async ({
        visitor,
        demo,
      }) => {
        const { page, texts } = await visitor({ language, ...PHONE });
        const asked = requestsOf(page);
        const arrived = createSignal();
        await page.route('**/api/nominations/artist/*', async (route) => {
          await arrived.fired;
          await route.continue();
        });
        const name = `<b>Notice</b>\n\n${'long '.repeat(40)}`;
        await page.goto(linkTo({ ...MADE_UP, id: demo.artist.id, name }));
        const oneLine = `<b>Notice</b> ${'long '.repeat(40)}`.slice(0, 80).trim();
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(oneLine);
        await expect(page.getByText(/677000000|Made up/)).toHaveCount(0);
        await expect(page.getByRole('spinbutton')).toHaveCount(0);
        const { heading } = texts.checkout.nothingToPay.notNominated;
        await expect(page.getByRole('heading', { name: heading })).toHaveCount(0);
        arrived.fire();
        await expect(page.getByRole('heading', { level: 1, name: demo.artist.name })).toBeVisible();
        await expect(page.getByRole('spinbutton')).toHaveCount(demo.artist.categoryCount);
        expect(asked.join(' ')).not.toContain('made-up');
      });

      test('shows what an earlier page has loaded at once', async ({ visitor, demo }) => {
        const { page, texts } = await visitor({ language, ...PHONE });
        await hold(page, '**/api/nominations/artist/*');
        await page.goto(`/category/${demo.category.id}`);
        const card = page.getByRole('article', { name: demo.artist.name });
        await card.getByRole('link', { name: texts.catalog.voteNow }).click();
        await expect(page.getByRole('heading', { level: 1, name: demo.artist.name })).toBeVisible();
        await expect(page.getByRole('img', { name: demo.artist.name })).toBeVisible();
        await expect(page.getByRole('spinbutton')).toHaveCount(demo.artist.categoryCount);
      });
    });

    test.describe('the checkout', () => {
      async function checkout(visitor: NewVisitor) {
        const visit = await visitor({ language, ...PHONE });
        const { page, texts } = visit;
        await page.goto(checkoutPath(visit.demo));
        return {
          ...visit,
          phone: page.getByLabel(texts.checkout.mobileMoney.phone.label),
          submit: page.getByRole('button', { name: texts.checkout.mobileMoney.submit }),
          votes: page.getByRole('spinbutton'),
        };
      }

      test('starts every category with two votes and allows 0 to 100', async ({
        visitor,
        demo,
      }) => {
        const { page, texts, votes, submit, phone } = await checkout(visitor);
        await expect(votes).toHaveCount(demo.artist.categoryCount);
        for (const input of await votes.all()) await expect(input).toHaveValue('2');
        await phone.fill('677123456');
        await expect(submit).toBeEnabled();

        const input = votes.first();
        const row = input.locator('..');
        const [fewer, more] = [row.getByRole('button').first(), row.getByRole('button').last()];
        await fewer.click();
        await fewer.click();
        await expect(input).toHaveValue('0');
        await fewer.click({ force: true }); // Marked as disabled, but keeps the focus.
        await expect(input).toHaveValue('0');
        await input.fill('101');
        await expect(input).toHaveValue('0');
        await input.fill('100');
        await more.click({ force: true });
        await expect(input).toHaveValue('100');

        const total = 100 + 2 * (demo.artist.categoryCount - 1);
        await expect(
          page
            .getByRole('status')
            .filter({ hasText: fillIn(texts.checkout.votes.total_other, { count: total }) }),
        ).toBeVisible();
        const cost = fillIn(texts.checkout.mobileMoney.cost_other, {
          count: total,
          price: '100\u00a0CFA',
          total: `${new Intl.NumberFormat(language).format(total * 100)}\u00a0CFA`,
        });
        await expect(page.getByText(cost, { exact: true })).toBeVisible();

        for (const each of await votes.all()) await each.fill('0');
        await expect(submit).toBeDisabled();
        await phone.press('Enter');
        const { title, description } = texts.checkout.mobileMoney.noVotes;
        await expectToast(page, title, description);
      });

      test('announces the total to screen readers after a held button is released', async ({
        visitor,
        demo,
      }) => {
        const { page, texts, votes } = await checkout(visitor);
        // A timer from before would keep running beside this clock, and could not be stopped.
        await page.clock.install();
        await page.reload();
        await expect(votes).toHaveCount(demo.artist.categoryCount);
        const input = votes.first();
        const status = page.getByRole('status').filter({ hasText: /^Total/ });
        const announced = await status.evaluateHandle((region) => {
          const totals: (string | null)[] = [];
          const note = () => totals.push(region.textContent);
          new MutationObserver(note).observe(region, { characterData: true, subtree: true });
          return totals;
        });
        await page.clock.pauseAt(Date.now() + 60_000);

        await input.locator('..').getByRole('button').last().hover();
        await page.mouse.down();
        await page.clock.runFor(2_000);
        await page.mouse.up();
        const value = Number(await input.inputValue());
        expect(value).toBeGreaterThan(10);
        expect(await announced.jsonValue()).toEqual([]);

        const total = value + 2 * (demo.artist.categoryCount - 1);
        const text = fillIn(texts.checkout.votes.total_other, { count: total });
        // On a slow machine the page may start waiting only now.
        await expect(async () => {
          await page.clock.runFor(1_000);
          expect(await announced.jsonValue()).toEqual([expect.stringContaining(text)]);
        }).toPass();
        await expect(status).toContainText(text);
      });

      for (const [what, nominations] of [
        ['nothing', null],
        ['a list of another shape', [{ id: UNKNOWN_ID, artist: {}, category: {} }]],
      ] as const) {
        test(`can be loaded again when it gets ${what} for nominations`, async ({
          visitor,
          demo,
        }) => {
          const { page, texts } = await visitor({ language, ...PHONE });
          await answer(page, '**/api/nominations/artist/*', nominations);
          await page.goto(checkoutPath(demo));
          const { heading } = texts.checkout.nothingToPay.failed;
          await expect(page.getByRole('alert').getByText(heading)).toBeVisible();
          await page.unroute('**/api/nominations/artist/*');
          await page.getByRole('button', { name: texts.common.retry }).click();
          await page.getByLabel(texts.checkout.mobileMoney.phone.label).fill('677123456');
          await expect(
            page.getByRole('button', { name: texts.checkout.mobileMoney.submit }),
          ).toBeEnabled();
        });
      }

      test('accepts a phone number as people type and paste it', async ({ visitor }) => {
        const { page, phone, submit } = await checkout(visitor);
        await expect(submit).toBeDisabled();
        await phone.pressSequentially('6a7b7-1');
        await expect(phone).toHaveValue('6771');
        await phone.press('Backspace');
        await expect(phone).toHaveValue('677');
        await phone.pressSequentially('123456');
        await expect(phone).toHaveValue('677123456');
        await expect(submit).toBeEnabled();
        await phone.press('Backspace');
        await expect(submit).toBeDisabled();

        await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
        await page.evaluate(() => navigator.clipboard.writeText('+237 6 77 12 34 56'));
        await phone.press('ControlOrMeta+v');
        await expect(phone).toHaveValue('677123456');
        await expect(submit).toBeEnabled();
        await expect(page.locator('[aria-hidden] > span').filter({ hasText: /^\d$/ })).toHaveCount(
          9,
        );
      });

      test('accepts a whole number or none, however it is inserted', async ({ visitor }) => {
        const { page, texts, phone, submit } = await checkout(visitor);
        const { notWhole, tooLong, notMobile } = texts.checkout.mobileMoney.phone;
        await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
        const paste = async (text: string) => {
          await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
          await phone.press('ControlOrMeta+v');
        };
        for (const [way, bringIn] of [
          ['pasted', paste],
          ['autofilled by the browser', (text: string) => phone.fill(text)],
        ] as const) {
          for (const foreign of [
            '+65 9123 4550',
            '+65 9123 455',
            '+62 812 3456 7890',
            '6771234567',
            '677123456 / 699123456',
            `${'(about the awards) '.repeat(3)}677123456 or 699123456`,
          ]) {
            await bringIn(foreign);
            await expect(phone, `${foreign}, ${way}`).toHaveValue('');
            await expect(submit).toBeDisabled();
            await expect(phone).toHaveAccessibleDescription(new RegExp(notWhole));
            await expect(page.getByRole('status').filter({ hasText: notWhole })).toBeVisible();
          }
          for (const right of ['+237 (0) 677 123 456', '+237237677123456', 'Tel: 677-123-456']) {
            await bringIn(right);
            await expect(phone, `${right}, ${way}`).toHaveValue('677123456');
            await expect(submit).toBeEnabled();
            await expect(page.getByText(notWhole)).toHaveCount(0);
          }
        }

        // One digit too many, typed: the number is valid again once it is removed.
        await phone.press('End');
        await phone.press('7');
        await expect(page.getByText(tooLong)).toBeVisible();
        await expect(submit).toBeDisabled();
        await phone.press('Backspace');
        await expect(submit).toBeEnabled();
        await phone.press('ControlOrMeta+a');
        await phone.press('Backspace');
        await phone.pressSequentially('222123456');
        await expect(page.getByText(notMobile)).toBeVisible();
      });

      test('asks for all nine digits', async ({ visitor }) => {
        const { page, texts, phone } = await checkout(visitor);
        await phone.fill('67712');
        await phone.press('Enter');
        const { title, description } = texts.checkout.mobileMoney.phoneRequired;
        await expectToast(page, title, description);
      });

      test('recognises the operator, without rejecting any', async ({ visitor }) => {
        const { page, texts, phone, submit } = await checkout(visitor);
        const { mtn, orange, other } = texts.checkout.mobileMoney.operator;
        for (const [number, operator] of [
          ['677123456', mtn],
          ['699123456', orange],
          ['620123456', other],
        ] as const) {
          await phone.fill(number);
          await expect(page.getByText(operator, { exact: true })).toBeVisible();
          await expect(submit).toBeEnabled();
        }
      });

      test('keeps what was filled in over a reload', async ({ visitor }) => {
        const { page, phone, votes } = await checkout(visitor);
        await phone.fill('677123456');
        await votes.first().fill('7');
        await page.reload();
        await expect(phone).toHaveValue('677123456');
        await expect(votes.first()).toHaveValue('7');
      });

      test('explains why a payment could not be started, in a text of the page or of the operator', async ({
        visitor,
      }) => {
        const { page, texts, phone, submit } = await checkout(visitor);
        await phone.fill(freshNumber());
        const answers = [
          ...(
            [
              [429, 'rate-limited'],
              [409, 'idempotency-key-reused'],
              [422, 'insufficient-funds'],
              [422, 'no-wallet'],
              [422, 'unsupported-operator'],
              [422, 'limit-reached'],
              [400, 'validation'],
              [400, 'nominations-invalid'],
              [422, 'unavailable'],
            ] as const
          ).map(([status, code]) => ({
            response: { status, json: { code, message: 'for machines' } },
            text: texts.checkout.error[code],
          })),
          {
            response: { status: 422, json: { code: 'unknown', message: 'The wallet is asleep.' } },
            text: 'The wallet is asleep.',
          },
          {
            response: { status: 403, json: { code: 'cross-origin', message: 'for machines' } },
            text: texts.checkout.error.generic,
          },
        ];
        for (const { response, text } of answers) {
          await page.route(CHECKOUT_API, (route) => route.fulfill(response));
          await submit.click();
          await expectFailurePanel(page, texts.checkout.error.title, text);
          await expect(page.getByRole('dialog')).toHaveCount(0);
          expect(await pendingPaymentId(page)).toBeNull();
          await page.unroute(CHECKOUT_API);
        }
      });

      test('says until when an earlier request is open, and lets the voter continue once it has lapsed', async ({
        visitor,
      }) => {
        const { page, texts, phone, submit } = await checkout(visitor);
        await page.clock.install();
        await phone.fill(freshNumber());
        await mockRateLimit(page, CHECKOUT_API, 'prompt-open', 60);
        await submit.click();
        const panel = failurePanel(page, texts.checkout.promptOpen.title);
        await expect(
          panel.getByText(withAnyTime(texts.checkout.error['prompt-open'])),
        ).toBeVisible();
        const { lapsed, sendAnother } = texts.checkout.promptOpen;
        await expect(panel.getByText(lapsed)).toHaveCount(0);
        await page.clock.fastForward(61_000);
        await expect(panel.getByText(lapsed)).toBeVisible();
        await page.unroute(CHECKOUT_API);
        await panel.getByRole('button', { name: sendAnother }).click();
        await expect.poll(() => pendingPaymentId(page)).not.toBeNull();
      });

      test('is replaced by the closing notice when voting closes while it is open', async ({
        visitor,
      }) => {
        const { page, texts, phone, submit } = await checkout(visitor);
        await phone.fill(freshNumber());
        await answer(page, CHECKOUT_API, { code: 'voting-closed', message: '' }, 409);
        await page.route('**/api/config', async (route) => {
          const response = await route.fetch();
          const config = await response.json();
          const voting = { isOpen: false, opensAt: null, closesAt: '2025-11-29T20:00:00.000Z' };
          await route.fulfill({ response, json: { ...config, voting } });
        });
        await submit.click();
        await expect(
          page.getByRole('heading', { name: texts.checkout.voting.closed }),
        ).toBeVisible();
      });
    });
  });
}
