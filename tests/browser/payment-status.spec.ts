import { expect } from '@playwright/test';
import { startPayment } from './support/demo';
import { flowLanguages } from './support/flows';
import { passChecks, takeClock, waitAfterCheck } from './support/payment-clock';
import { createSignal } from './support/signal';
import { test } from './support/test';
import { fillIn } from './support/texts';
import {
  answer,
  CHECKOUT_API,
  checkoutPath,
  expectFailurePanel,
  expectToast,
  leavePaymentOpen,
  pendingPaymentId,
  STATUS_API,
  UNKNOWN_ID,
  withoutReceipt,
} from './support/visit';
import { answerPrompt, freshNumber, PHONE } from './support/voter';

for (const language of flowLanguages('fr')) {
  test.describe(`in ${language}`, () => {
    test.describe('while the voter confirms on the phone', () => {
      test('the overlay counts 20 seconds down, explains what to do, and then closes', async ({
        visitor,
        demo,
      }) => {
        const { page, texts } = await visitor({ language, ...PHONE });
        await page.clock.install();
        await page.goto(checkoutPath(demo));
        await page.getByLabel(texts.checkout.mobileMoney.phone.label).fill(freshNumber('03'));
        const submit = page.getByRole('button', { name: texts.checkout.mobileMoney.submit });
        await expect(submit).toBeEnabled();
        await page.clock.pauseAt(Date.now() + 60_000);
        await submit.click();

        const { waiting } = texts.checkout;
        const overlay = page.getByRole('dialog', { name: waiting.title });
        const left = (count: number) =>
          fillIn(count === 1 ? waiting.secondsLeft_one : waiting.secondsLeft_other, { count });
        await expect(overlay.getByText(left(20))).toBeVisible();
        await expect(overlay.getByText(demo.artist.name)).toBeVisible();
        const total = new Intl.NumberFormat(language).format(200 * demo.artist.categoryCount);
        await expect(overlay.getByText(`${total}\u00a0CFA`, { exact: true })).toBeVisible();
        await expect(overlay.getByRole('listitem')).toHaveText(
          [waiting.checkPhone, waiting.enterPin, waiting.wait, waiting.sms].map(
            (text) => new RegExp(`${text.replace(/[.?]/g, '\\$&')}$`),
          ),
        );
        await expect(overlay.getByText(waiting.doNotClose)).toBeVisible();
        await expect(overlay.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '100');

        await page.clock.runFor(10_000);
        await expect(overlay.getByText(left(10))).toBeVisible();
        await expect(overlay.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '50');
        await page.clock.runFor(9_000);
        await expect(overlay.getByText(left(1), { exact: true })).toBeVisible();
        await page.keyboard.press('Escape');
        await expect(overlay).toBeVisible();
        await page.clock.runFor(1_500);
        await expect(overlay).toHaveCount(0);
        await expect(page.getByRole('region', { name: texts.checkout.status.label })).toBeVisible();
        await page.clock.resume();
      });

      test('the countdown starts when the request is known to have arrived', async ({
        visitor,
        demo,
      }) => {
        const { page, texts } = await visitor({ language, ...PHONE });
        await page.clock.install();
        const arrived = createSignal();
        await page.route(CHECKOUT_API, async (route) => {
          await arrived.fired;
          await route.continue();
        });
        await page.goto(checkoutPath(demo));
        await page.getByLabel(texts.checkout.mobileMoney.phone.label).fill(freshNumber('03'));
        await page.getByRole('button', { name: texts.checkout.mobileMoney.submit }).click();
        const { sending, waiting } = texts.checkout;
        await expect(page.getByRole('dialog', { name: sending.title })).toBeVisible();
        await page.clock.pauseAt(Date.now() + 15_000);
        arrived.fire();
        const overlay = page.getByRole('dialog', { name: waiting.title });
        await expect(
          overlay.getByText(fillIn(waiting.secondsLeft_other, { count: 20 })),
        ).toBeVisible();
        await page.clock.runFor(20_100);
        await expect(overlay).toHaveCount(0);
        await page.clock.resume();
      });

      test('leaving the page shows a warning until the payment is settled', async ({
        visitor,
        demo,
      }) => {
        const { page, texts } = await visitor({ language, ...PHONE });
        await leavePaymentOpen(page, demo.pendingPaymentId);
        await page.goto('/categories');
        await expect(page.getByText(texts.checkout.status.waiting)).toBeVisible();
        // Browsers only show a warning on pages that the visitor has interacted with.
        await page.getByRole('heading', { level: 1 }).click();
        const warnings: string[] = [];
        // A check before the warning would settle the payment too early.
        await page.route(STATUS_API, (route) =>
          warnings.length > 0
            ? route.fulfill({ json: { status: 'failed', failureReason: null } })
            : route.fallback(),
        );
        page.once('dialog', (warning) => {
          warnings.push(warning.type());
          void warning.accept();
        });
        await page.reload();
        expect(warnings).toEqual(['beforeunload']);
        await expectToast(page, texts.checkout.failed.title, texts.checkout.failed.description);
        await expect.poll(() => pendingPaymentId(page)).toBeNull();
        await page.getByRole('heading', { level: 1 }).click();
        await page.reload(); // No handler answers a warning.
      });
    });

    test.describe('the status checks', () => {
      test('follow the schedule: 8 s, 2 s six times, 2.5 s, then the question, 18 times 10 s, and every 30 s', async ({
        visitor,
        demo,
      }) => {
        const { page, texts } = await visitor({ language, ...PHONE });
        const { status, uncertain } = texts.checkout;
        const clock = await takeClock(page);
        await leavePaymentOpen(page, demo.pendingPaymentId);
        let checks = 0;
        page.on('request', (request) => {
          if (/\/status(\?|$)/.test(request.url())) checks += 1;
        });
        await page.goto('/categories');
        await expect(page.getByRole('article').first()).toBeVisible();
        await clock.stop();
        const banner = page.getByRole('region', { name: status.label });
        await expect(banner).toBeVisible();

        const textOfCheck = (check: number): string => {
          if (check === 1) return status.waiting;
          if (check <= 4) return status.processing;
          return check <= 7 ? status.confirming : status.stillChecking;
        };
        for (let check = 1; check <= 10; check += 1) {
          const wait = await waitAfterCheck(page, check);
          expect(wait).toBe(check === 1 ? 8_000 : check <= 7 ? 2_000 : 2_500);
          await expect(
            banner.getByText(fillIn(status.counter, { attempt: check, total: 11 })),
          ).toBeVisible();
          await expect(banner.getByRole('status')).toHaveText(textOfCheck(check));
          expect(checks).toBe(check);
          await passChecks(page, check, check);
        }
        await expect(banner.getByRole('heading', { name: uncertain.question })).toBeVisible();
        await expect(banner.getByRole('status')).toHaveText(status.takingLonger);
        for (let check = 11; check <= 28; check += 1) {
          expect(await waitAfterCheck(page, check)).toBe(10_000);
          await passChecks(page, check, check);
        }
        // A payment that may still be paid is checked until it is finished.
        for (let check = 29; check <= 30; check += 1) {
          expect(await waitAfterCheck(page, check)).toBe(30_000);
          await passChecks(page, check, check);
        }
        expect(checks).toBe(31);
        await expect(banner.getByRole('heading', { name: uncertain.question })).toBeVisible();
        expect(await pendingPaymentId(page)).toBe(demo.pendingPaymentId);

        await banner.getByRole('button', { name: uncertain.checkStatus }).click();
        await expect(
          banner.getByText(fillIn(status.counter, { attempt: 1, total: 11 })),
        ).toBeVisible();
        await page.clock.resume();
      });

      test('that find nothing can be given up with Try Again', async ({ visitor, demo }) => {
        const { page, texts } = await visitor({ language, ...PHONE });
        const clock = await takeClock(page);
        await leavePaymentOpen(page, demo.pendingPaymentId);
        await page.goto('/categories');
        await expect(page.getByRole('article').first()).toBeVisible();
        await clock.stop();
        await passChecks(page, 1, 10);
        await page.getByRole('button', { name: texts.checkout.uncertain.tryAgain }).click();
        await expect(page.getByRole('region', { name: texts.checkout.status.label })).toHaveCount(
          0,
        );
        await expect.poll(() => pendingPaymentId(page)).toBeNull();
      });

      test('lead a voter who retries from another page back to the checkout, filled in as it was', async ({
        visitor,
        demo,
      }) => {
        const { page, texts } = await visitor({ language, ...PHONE });
        const clock = await takeClock(page);
        const number = freshNumber('03');
        const phone = page.getByLabel(texts.checkout.mobileMoney.phone.label);
        const votes = page.getByRole('spinbutton').first();
        await page.goto(checkoutPath(demo));
        await phone.fill(number);
        await votes.fill('5');
        await page.getByRole('button', { name: texts.checkout.mobileMoney.submit }).click();
        await expect.poll(() => pendingPaymentId(page)).not.toBeNull();
        await clock.stop();
        await passChecks(page, 1, 10);
        const question = page.getByRole('heading', { name: texts.checkout.uncertain.question });
        await expect(question).toBeVisible();
        await page.getByRole('link', { name: texts.checkout.home, exact: true }).click();
        await expect(page).toHaveURL(/\/categories$/);
        await page.getByRole('button', { name: texts.checkout.uncertain.tryAgain }).click();
        await expect(page).toHaveURL(/\/checkout/);
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(demo.artist.name);
        await expect(phone).toHaveValue(number);
        await expect(votes).toHaveValue('5');
        await expect(question).toHaveCount(0);
      });

      test('show the receipt when the approval arrives, not when the next one is due', async ({
        visitor,
        demo,
      }) => {
        const { page, texts } = await visitor({ language, ...PHONE });
        // This visitor's clock keeps running.
        const owner = await visitor({ language, ...PHONE });
        await page.clock.install();
        const number = freshNumber();
        await page.goto(checkoutPath(demo));
        const asked = page.waitForRequest(/\/status\?waitMs=8000$/);
        await page.getByLabel(texts.checkout.mobileMoney.phone.label).fill(number);
        await page.getByRole('button', { name: texts.checkout.mobileMoney.submit }).click();
        await asked;
        // From here on no timer of the page fires by itself.
        await page.clock.pauseAt(Date.now() + 10_000);
        await answerPrompt(owner, number, 'approve');
        const receipt = page.getByRole('dialog', { name: texts.receipts.card.dialogTitle });
        await expect
          .poll(async () => {
            // For what React renders a moment later; shorter than any wait.
            await page.clock.runFor(40);
            return receipt.getByRole('heading', { name: demo.artist.name }).isVisible();
          })
          .toBe(true);
      });

      test('fall back to the plain schedule when held responses are cut, without any other effect', async ({
        visitor,
        demo,
      }) => {
        const { page, texts } = await visitor({ language, ...PHONE });
        const asked: string[] = [];
        await page.route(STATUS_API, async (route) => {
          const { search } = new URL(route.request().url());
          asked.push(search);
          if (search === '') await route.fallback();
          else await route.abort();
        });
        await leavePaymentOpen(page, demo.pendingPaymentId);
        await page.goto('/categories');
        const banner = page.getByRole('region', { name: texts.checkout.status.label });
        await expect(banner.getByRole('status')).toHaveText(texts.checkout.status.waiting);
        await expect(
          banner.getByText(fillIn(texts.checkout.status.counter, { attempt: 1, total: 11 })),
        ).toBeVisible();
        expect(asked).toEqual(['?waitMs=8000', '']);
      });

      test('are not waited for when the voter says they declined the request', async ({
        visitor,
        demo,
      }) => {
        const voter = await visitor({ language, ...PHONE });
        const { page, texts } = voter;
        const number = freshNumber();
        await page.goto(checkoutPath(demo));
        await page.getByLabel(texts.checkout.mobileMoney.phone.label).fill(number);
        await page.getByRole('button', { name: texts.checkout.mobileMoney.submit }).click();
        const overlay = page.getByRole('dialog', { name: texts.checkout.waiting.title });
        const declined = overlay.getByRole('button', { name: texts.checkout.waiting.declined });
        await expect(declined).toBeVisible();
        const askedAgain = page.waitForRequest(STATUS_API);
        await declined.click();
        await askedAgain;
        await expect(
          page
            .getByRole('dialog', { name: texts.checkout.waiting.declinedTitle })
            .getByRole('status')
            .filter({ hasText: texts.checkout.waiting.askingAfterDecline }),
        ).toBeVisible();
        await answerPrompt(voter, number, 'decline');
        await expectFailurePanel(page, texts.checkout.failed.title, texts.checkout.error.declined);
      });

      test('that find no connection say so, and continue', async ({ visitor, demo }) => {
        const { page, texts } = await visitor({ language, ...PHONE });
        await leavePaymentOpen(page, demo.pendingPaymentId);
        await page.route(STATUS_API, (route) => route.abort());
        await page.goto('/categories');
        await expect(page.getByText(texts.checkout.status.connectionLost)).toBeVisible();
        await page.unroute(STATUS_API);
        await page.evaluate(() => window.dispatchEvent(new Event('online')));
        await expect(page.getByText(texts.checkout.status.waiting)).toBeVisible();
      });
    });

    test.describe('a page that finds a payment left open', () => {
      test('shows the receipt of one that was paid since, and asks before closing it', async ({
        visitor,
        demo,
      }) => {
        const { page, texts } = await visitor({ language, ...PHONE });
        const [paid] = demo.paidPayments;
        await leavePaymentOpen(page, paid!.paymentId);
        await page.goto(checkoutPath(demo));
        const receipt = page.getByRole('dialog', { name: texts.receipts.card.dialogTitle });
        await expect(receipt.getByText(`#${paid!.receiptCode}`)).toBeVisible();
        await expect(receipt.getByRole('heading', { name: demo.artist.name })).toBeVisible();
        await expect(receipt.getByText(texts.receipts.card.hint)).toBeVisible();
        await expect.poll(() => pendingPaymentId(page)).toBeNull();

        await page.keyboard.press('Escape');
        const question = page.getByRole('dialog', { name: texts.receipts.saved.question });
        await expect(question).toBeFocused();
        await page.keyboard.press('Escape');
        await expect(question).toHaveCount(0);
        await expect(receipt).toBeVisible();
        await page.keyboard.press('Escape');
        await question.getByRole('button', { name: texts.receipts.saved.notYet }).click();
        await expect(question).toHaveCount(0);
        await expect(receipt).toBeVisible();
        await page.keyboard.press('Escape');
        await question.getByRole('button', { name: texts.receipts.saved.yes }).click();
        await expect(receipt).toHaveCount(0);
        await expect(page).toHaveURL(/\/categories$/);
      });

      test('continues to check one that is still open', async ({ visitor, demo }) => {
        const { page, texts } = await visitor({ language, ...PHONE });
        await leavePaymentOpen(page, demo.pendingPaymentId);
        await page.goto('/categories');
        await expect(page.getByText(texts.checkout.status.waiting)).toBeVisible();
        expect(await pendingPaymentId(page)).toBe(demo.pendingPaymentId);
      });

      test('says when it has failed, and why if that is known', async ({
        visitor,
        demo,
        request,
      }) => {
        const { page, texts } = await visitor({ language, ...PHONE });
        const nominations = await (
          await request.get(`/api/nominations/artist/${demo.artist.id}`)
        ).json();
        const declinedId = await startPayment(request, nominations, freshNumber('01'));
        await expect
          .poll(async () => (await request.get(`/api/payment/${declinedId}/status`)).json())
          .toMatchObject({ status: 'failed' });
        await leavePaymentOpen(page, declinedId);
        await page.goto('/categories');
        await expectToast(
          page,
          texts.checkout.failed.title,
          `${texts.checkout.failed.description} ${texts.checkout.error.declined}`,
        );
        await expect.poll(() => pendingPaymentId(page)).toBeNull();
      });

      test('shows nothing for one that the server does not know, or for invalid data', async ({
        visitor,
      }) => {
        const { page, texts } = await visitor({ language, ...PHONE });
        for (const id of [UNKNOWN_ID, 'undefined', '../../etc']) {
          await page.goto('/categories');
          await page.evaluate((stored) => localStorage.setItem('pendingPaymentId', stored), id);
          await page.reload();
          await expect(page.getByRole('article').first()).toBeVisible();
          if (id === UNKNOWN_ID) await expect.poll(() => pendingPaymentId(page)).toBeNull();
          const banner = page.getByRole('region', { name: texts.checkout.status.label });
          await expect(banner).toHaveCount(0);
        }
      });

      test('offers to load a receipt again that failed to load', async ({ visitor, demo }) => {
        const { page, texts } = await visitor({ language, ...PHONE });
        const [paid] = demo.paidPayments;
        await leavePaymentOpen(page, paid!.paymentId);
        await withoutReceipt(page);
        await answer(page, '**/api/payment/receipt/*', {}, 500);
        await page.goto('/categories');
        const banner = page.getByRole('region', { name: texts.checkout.status.label });
        await expect(banner.getByRole('alert')).toHaveText(texts.checkout.receipt.failed.alone);
        await expect(banner.getByRole('status')).toHaveText(texts.checkout.status.confirmed);
        await page.unroute('**/api/payment/receipt/*');
        await banner.getByRole('button', { name: texts.checkout.receipt.retry }).click();
        await expect(page.getByRole('dialog').getByText(`#${paid!.receiptCode}`)).toBeVisible();
      });
    });
  });
}
