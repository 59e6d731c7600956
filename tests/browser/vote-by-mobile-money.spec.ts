import { expect, type Page } from '@playwright/test';
import { watchRequests } from './support/card';
import { FLOW_VOTERS } from './support/flows';
import { expectNoSidewaysScroll } from './support/layout';
import { test } from './support/test';
import { fillIn } from './support/texts';
import { expectFailurePanel, pendingPaymentId, withoutReceipt } from './support/visit';
import {
  answerPrompt,
  chooseAnArtist,
  freshNumber,
  payByMobileMoney,
  sendPayment,
} from './support/voter';

for (const setup of FLOW_VOTERS) {
  test(`a voter pays, gets a receipt and finds it again (${setup.language}, ${setup.width} px)`, async ({
    visitor,
  }) => {
    const voter = await visitor(setup);
    const { page, texts } = voter;
    const number = freshNumber();

    const artist = await chooseAnArtist(voter);
    await expectNoSidewaysScroll(page);
    await payByMobileMoney(voter, number);
    await expectNoSidewaysScroll(page);
    await answerPrompt(voter, number, 'approve');

    const receipt = page.getByRole('dialog', { name: texts.receipts.card.dialogTitle });
    await expect(receipt).toBeVisible();
    await expect(receipt.getByRole('heading', { name: artist })).toBeVisible();
    const code = (await receipt.getByText(/^#[0-9A-Z]{10}$/).textContent()) ?? '';
    await expectNoSidewaysScroll(page);

    await receipt.getByRole('button', { name: texts.common.close }).click();
    await expect(page.getByText(texts.receipts.saved.question)).toBeVisible();
    await page.getByRole('button', { name: texts.receipts.saved.notYet }).click();
    await expect(receipt).toBeVisible();
    await receipt.getByRole('button', { name: texts.common.close }).click();
    await page.getByRole('button', { name: texts.receipts.saved.yes }).click();
    await expect(page).toHaveURL(/\/categories$/);

    await page.goto('/my-receipts');
    await page.getByLabel(texts.receipts.search.phone).fill(`+237 ${number}`);
    await page.getByRole('button', { name: texts.receipts.search.submit }).click();
    await expect(
      page.getByRole('heading', { name: fillIn(texts.receipts.found_one, { count: 1 }) }),
    ).toBeVisible();
    await expectNoSidewaysScroll(page);
    await page.getByRole('button', { name: `${texts.receipts.row.view} ${code}` }).click();
    await expect(receipt.getByText(code)).toBeVisible();
  });
}

test.describe('a voter who gives up early', () => {
  const onAPhone = { language: 'fr', width: 360, height: 740 } as const;

  test('who reloads while the payment is open still gets the receipt', async ({ visitor }) => {
    const voter = await visitor(onAPhone);
    const { page, texts } = voter;
    const number = freshNumber();
    await chooseAnArtist(voter);
    await payByMobileMoney(voter, number);
    await expect.poll(() => pendingPaymentId(page)).not.toBeNull();

    page.on('dialog', (leaveWarning) => leaveWarning.accept());
    await page.goto('/categories');
    await expect(page.getByText(texts.checkout.status.waiting)).toBeVisible();
    await answerPrompt(voter, number, 'approve');
    await expect(page.getByRole('dialog', { name: texts.receipts.card.dialogTitle })).toBeVisible();
  });

  test('who presses the button twice gets one prompt', async ({ visitor }) => {
    const voter = await visitor(onAPhone);
    const { page, texts } = voter;
    const number = freshNumber();
    const asked = watchRequests(page, /campay-payment$/);
    await chooseAnArtist(voter);
    await page.getByLabel(texts.checkout.mobileMoney.phone.label).fill(number);
    await page.getByRole('button', { name: texts.checkout.mobileMoney.submit }).dblclick();
    await expect(page.getByRole('heading', { name: texts.checkout.waiting.title })).toBeVisible();
    await expect.poll(() => pendingPaymentId(page)).not.toBeNull();
    expect(asked.sent).toHaveLength(1);

    const phone = await voter.page.context().newPage();
    await phone.goto(`/sandbox/phone?number=237${number}`);
    await expect(phone.locator('#request')).toBeVisible();
    await expect(phone.locator('#requests li')).toHaveCount(1);
  });

  test('who declines sees why, and can retry', async ({ visitor }) => {
    const voter = await visitor(onAPhone);
    const { page, texts } = voter;
    const number = freshNumber();
    await chooseAnArtist(voter);
    await payByMobileMoney(voter, number);
    await answerPrompt(voter, number, 'decline');
    await expectFailurePanel(page, texts.checkout.failed.title, texts.checkout.error.declined);
    await expect.poll(() => pendingPaymentId(page)).toBeNull();

    await payByMobileMoney(voter, number);
    await answerPrompt(voter, number, 'approve');
    await expect(page.getByRole('dialog', { name: texts.receipts.card.dialogTitle })).toBeVisible();
  });

  test('who loses the network sees a message, and gets the receipt once it is back', async ({
    visitor,
  }) => {
    const voter = await visitor(onAPhone);
    const { page, texts } = voter;
    const number = freshNumber();
    await chooseAnArtist(voter);
    // Before the first poll, which would otherwise be held and report the approval.
    await page.route('**/api/payment/**', (route) => route.abort());
    await payByMobileMoney(voter, number);
    await expect.poll(() => pendingPaymentId(page)).not.toBeNull();
    await answerPrompt(voter, number, 'approve');
    await expect(page.getByText(texts.checkout.status.connectionLost)).toBeVisible();
    await page.unroute('**/api/payment/**');
    await expect(page.getByRole('dialog', { name: texts.receipts.card.dialogTitle })).toBeVisible();
  });

  test('who closes the tab finds the payment in the next one', async ({ visitor }) => {
    const voter = await visitor(onAPhone);
    const { page, texts } = voter;
    const number = freshNumber();
    await chooseAnArtist(voter);
    await payByMobileMoney(voter, number);
    await expect.poll(() => pendingPaymentId(page)).not.toBeNull();
    const next = await page.context().newPage();
    await page.close();
    await next.goto('/categories');
    await expect(next.getByText(texts.checkout.status.waiting)).toBeVisible();
    await answerPrompt(voter, number, 'approve');
    await expect(next.getByRole('dialog', { name: texts.receipts.card.dialogTitle })).toBeVisible();
  });

  test('with two tabs sees a waiting message in one, and gets one receipt', async ({ visitor }) => {
    const voter = await visitor(onAPhone);
    const { page, texts } = voter;
    const number = freshNumber();
    await chooseAnArtist(voter);
    await payByMobileMoney(voter, number);
    await expect.poll(() => pendingPaymentId(page)).not.toBeNull();
    const receipts = watchRequests(page, /\/api\/payment\/receipt\//);

    const other = await page.context().newPage();
    await other.goto('/categories');
    await expect(other.getByText(texts.checkout.status.waiting)).toBeVisible();
    const banner = page.getByRole('region', { name: texts.checkout.status.label });
    await expect(banner).toHaveCount(0);
    await expect(page.getByRole('dialog')).toHaveCount(0);

    await answerPrompt(voter, number, 'approve');
    const receipt = { name: texts.receipts.card.dialogTitle };
    await expect(other.getByRole('dialog', receipt)).toBeVisible();
    await expect.poll(() => pendingPaymentId(page)).toBeNull();
    await expect(banner).toHaveCount(0);
    await expect(page.getByRole('dialog', receipt)).toHaveCount(0);
    expect(receipts.sent).toHaveLength(0);
  });

  /** Everything that the browser stores for this tab and beyond it. */
  const storedData = (page: Page) =>
    page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));

  test('no data of the payer stays on a shared phone', async ({ visitor }) => {
    const voter = await visitor(onAPhone);
    const { page, texts } = voter;
    const number = freshNumber('06');
    const { phone, email } = texts.checkout.mobileMoney;
    await page.addInitScript(() => localStorage.setItem('savedPhoneNumber', '677000001'));
    // Whether or not there is a receipt to show.
    await withoutReceipt(page);
    await page.route('**/api/payment/receipt/*', (route) => route.abort());
    await chooseAnArtist(voter);
    await expect(page.getByLabel(phone.label)).toHaveValue('');
    expect(await storedData(page)).not.toContain('677000001');
    await expect(page.getByRole('checkbox', { name: phone.keep })).not.toBeChecked();
    await page.getByLabel(email.label).fill('fan@example.com');
    await sendPayment(voter, number);
    await expect(page.getByText(texts.checkout.receipt.failed.alone)).toBeVisible();
    expect(await storedData(page)).not.toMatch(new RegExp(`${number}|fan@`));
    await expect(page.getByLabel(phone.label)).toHaveValue('');
    await expect(page.getByLabel(email.label)).toHaveValue('');

    // Later changes do not bring the data back either.
    await page.getByRole('spinbutton').first().fill('7');
    expect(await storedData(page)).toContain(':7');
    expect(await storedData(page)).not.toMatch(new RegExp(`${number}|fan@`));
  });

  test('a payer who asks for it finds the number filled in next time, and can delete it', async ({
    visitor,
  }) => {
    const voter = await visitor(onAPhone);
    const { page, texts } = voter;
    const number = freshNumber('06');
    const phone = page.getByLabel(texts.checkout.mobileMoney.phone.label);
    await chooseAnArtist(voter);
    await expect(phone).toHaveAttribute('inputmode', 'numeric');
    await page.getByRole('checkbox', { name: texts.checkout.mobileMoney.phone.keep }).check();
    await sendPayment(voter, number);
    const receipt = page.getByRole('dialog', { name: texts.receipts.card.dialogTitle });
    await expect(receipt).toBeVisible();
    await receipt.getByRole('button', { name: texts.common.close }).click();
    await page.getByRole('button', { name: texts.receipts.saved.yes }).click();

    await chooseAnArtist(voter);
    await expect(phone).toHaveValue(number);
    await page.getByRole('button', { name: texts.checkout.mobileMoney.phone.forgetSaved }).click();
    expect(await storedData(page)).not.toContain(number);
    await expect(phone).toHaveValue('');
    await expect(phone).toBeFocused();
    await page.reload();
    await expect(phone).toHaveValue('');
  });
});
