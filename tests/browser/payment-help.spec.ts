import { expect, type Page } from '@playwright/test';
import { flowLanguages } from './support/flows';
import { test } from './support/test';
import { withAnyTime } from './support/texts';
import {
  CHECKOUT_API,
  checkoutPath,
  failurePanel,
  HELP_API,
  hold,
  leavePaymentOpen,
  mockRateLimit,
  pendingPaymentId,
  toastIn,
  type Visit,
} from './support/visit';
import { answerPrompt, freshNumber, PHONE, payByMobileMoney, sendPayment } from './support/voter';

async function find({ page, texts }: Visit, label: string, value: string): Promise<void> {
  await page.getByLabel(label).fill(value);
  await page.getByRole('button', { name: texts.help.search.submit }).click();
}

const state = (page: Page, name: string) => page.getByRole('heading', { level: 2, name });

for (const language of flowLanguages('fr')) {
  test.describe(`in ${language}`, () => {
    test('a voter follows a payment from the waiting screen to the receipt', async ({
      visitor,
      demo,
    }) => {
      const voter = await visitor({ language, ...PHONE });
      const { page, texts } = voter;
      const number = freshNumber('50');
      await page.clock.install();
      await page.goto(checkoutPath(demo));
      await payByMobileMoney(voter, number);
      await expect.poll(() => pendingPaymentId(page)).not.toBeNull();
      // Before that, no problem is possible.
      await expect(page.getByRole('link', { name: texts.common.footer.helpLink })).toHaveCount(0);
      await page.clock.fastForward(21_000);
      await page
        .getByRole('region', { name: texts.checkout.status.label })
        .getByRole('link', { name: texts.common.footer.helpLink })
        .click();

      await expect(page).toHaveURL('/payment-help');
      await expect(state(page, texts.help.state.pending)).toBeVisible();
      await expect(page.getByText(texts.help.next.approve)).toBeVisible();
      await expect(page.getByText(texts.help.step['prompt-sent'])).toBeVisible();

      await answerPrompt(voter, number, 'approve');
      const receipt = page.getByRole('dialog', { name: texts.receipts.card.dialogTitle });
      await expect(receipt).toBeVisible();
      await receipt.getByRole('button', { name: texts.common.close }).click();
      await page.getByRole('button', { name: texts.receipts.saved.yes }).click();

      await page.getByRole('button', { name: texts.help.search.submit }).click();
      await expect(state(page, texts.help.state.completed)).toBeVisible();
      await expect(page.getByText(texts.help.step.counted)).toBeVisible();
      await page.getByRole('link', { name: texts.help.receipt }).click();
      await expect(receipt).toBeVisible();
    });

    test('the polling banner and My Receipts link to this page', async ({ visitor, demo }) => {
      const { page, texts } = await visitor({ language, ...PHONE });
      await page.goto('/my-receipts');
      await page
        .getByRole('main')
        .getByRole('link', { name: texts.common.footer.helpLink })
        .click();
      await expect(page).toHaveURL('/payment-help');
      await expect(page.getByLabel(texts.help.search.reference)).toHaveValue('');

      await leavePaymentOpen(page, demo.pendingPaymentId);
      await page.goto('/categories');
      const banner = page.getByRole('region', { name: texts.checkout.status.label });
      await banner.getByRole('link', { name: texts.common.footer.helpLink }).click();
      await expect(page.getByLabel(texts.help.search.reference)).toHaveValue(demo.pendingPaymentId);
      await expect(state(page, texts.help.state.pending)).toBeVisible();
      // The address contains nothing about the payment.
      await expect(page).toHaveURL('/payment-help');
      await expect(banner.getByRole('link', { name: texts.common.footer.helpLink })).toHaveCount(0);
    });

    test('a receipt code shows the history, a phone number only the state', async ({
      visitor,
      demo,
    }) => {
      const visit = await visitor({ language, ...PHONE });
      const { page, texts } = visit;
      const number = freshNumber('01');
      await page.goto(checkoutPath(demo));
      await sendPayment(visit, number);
      await expect(failurePanel(page, texts.checkout.failed.title)).toBeVisible();

      await page.goto('/payment-help');
      // Present before the response, so that the response is announced.
      const statusRegion = page.getByRole('main').getByRole('status');
      await expect(statusRegion).toBeEmpty();
      await find(visit, texts.help.search.phone, `+237 ${number}`);
      await expect(statusRegion).toContainText(texts.help.state.failed);
      await expect(state(page, texts.help.state.failed)).toBeVisible();
      await expect(page.getByText(texts.help.moreByReference)).toBeVisible();
      await expect(page.getByText(texts.checkout.error.declined)).toHaveCount(0);
      await expect(page.getByText(texts.help.story)).toHaveCount(0);

      await page.getByLabel(texts.help.search.phone).fill('');
      const { receiptCode = '' } = demo.paidPayments[0] ?? {};
      await find(visit, texts.help.search.reference, receiptCode.toLowerCase());
      await expect(state(page, texts.help.state.completed)).toBeVisible();
      await expect(page.getByRole('heading', { name: texts.help.story })).toBeVisible();
      await expect(page.getByRole('link', { name: texts.help.receipt })).toHaveAttribute(
        'href',
        `/my-receipts?code=${receiptCode}`,
      );
    });

    test('an invalid input is reported at the field, and one field disables the other', async ({
      visitor,
    }) => {
      const visit = await visitor({ language, ...PHONE });
      const { page, texts } = visit;
      await page.goto('/payment-help');
      const reference = page.getByLabel(texts.help.search.reference);
      const phone = page.getByLabel(texts.help.search.phone);
      await page.getByRole('button', { name: texts.help.search.submit }).click();
      await expect(reference).toHaveAccessibleDescription(new RegExp(texts.help.search.required));
      await find(visit, texts.help.search.phone, '222123456');
      await expect(phone).toHaveAccessibleDescription(new RegExp(texts.help.search.notMobile));
      await expect(reference).toBeDisabled();
      await phone.fill('');
      await reference.fill('x');
      await expect(phone).toBeDisabled();
    });

    test('after too many requests the voter sees when to try again', async ({ visitor }) => {
      const visit = await visitor({ language, ...PHONE });
      const { page, texts } = visit;
      await mockRateLimit(page, HELP_API, 'too-many-requests');
      await page.goto('/payment-help');
      await find(visit, texts.help.search.reference, 'ZZZZZZZZZZ');
      const refusal = page.getByRole('alert');
      await expect(
        refusal.getByRole('heading', { name: texts.help.error.limitTitle }),
      ).toBeVisible();
      await expect(refusal.getByText(withAnyTime(texts.help.error.limit))).toBeVisible();

      await page.unroute(HELP_API);
      await page.getByRole('button', { name: texts.help.search.submit }).click();
      await expect(page.getByText(texts.help.notFound.reference)).toBeVisible();

      await mockRateLimit(page, '**/api/receipts/lookup', 'too-many-requests');
      await page.goto('/my-receipts');
      await page.getByLabel(texts.receipts.search.email).fill('fan@example.com');
      await page.getByRole('button', { name: texts.receipts.search.submit }).click();
      await expect(
        toastIn(page, texts.receipts.error.title).getByText(
          withAnyTime(texts.receipts.error['too-many-requests']),
        ),
      ).toBeVisible();
    });

    for (const code of ['phone-limit', 'too-many-requests'] as const) {
      test(`a payment rejected by ${code} can be retried, and the page says when`, async ({
        visitor,
        demo,
      }) => {
        const { page, texts } = await visitor({ language, ...PHONE });
        await mockRateLimit(page, CHECKOUT_API, code, 20 * 3_600);
        await page.goto(checkoutPath(demo));
        await page.getByLabel(texts.checkout.mobileMoney.phone.label).fill(freshNumber());
        const submit = page.getByRole('button', { name: texts.checkout.mobileMoney.submit });
        await submit.click();
        const sentence = withAnyTime(texts.checkout.error[code]);
        const panel = failurePanel(page, texts.checkout.error.title);
        await expect(panel.getByText(sentence)).toBeVisible();
        await expect(submit).toBeEnabled();
      });
    }

    test('the search is still open while the network is down', async ({ visitor }) => {
      const visit = await visitor({ language, ...PHONE });
      const { page, texts } = visit;
      await page.goto('/payment-help');
      await hold(page, HELP_API);
      await find(visit, texts.help.search.reference, 'ZZZZZZZZZZ');
      const submit = page.getByRole('button', { name: texts.help.search.submit });
      await expect(submit).toHaveAttribute('aria-busy', 'true');
      await page.unroute(HELP_API);
      await page.route(HELP_API, (route) => route.abort());
      await page.reload();
      await find(visit, texts.help.search.reference, 'ZZZZZZZZZZ');
      await expect(page.getByRole('alert').getByText(texts.help.error.title)).toBeVisible();
    });
  });
}
