import { expect } from '@playwright/test';
import sharp from 'sharp';
import type { ReceiptList } from '#shared/contracts/receipts';
import type { Language } from '#shared/domain/localized';
import { SAME_ORIGIN } from './support/administrator';
import { pay } from './support/demo';
import { flowLanguages } from './support/flows';
import { type NewVisitor, test } from './support/test';
import { fillIn, withAnyNumbers } from './support/texts';
import { amendConfig, answer, expectToast } from './support/visit';
import { freshNumber, PHONE } from './support/voter';

/**
 * The payment's own day, which may be yesterday by now; the first of a month is `1er` in French.
 */
function dayOf(isoInstant: string, language: Language): string {
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'medium' }).format(
    new Date(isoInstant),
  );
  return language === 'fr' ? day.replace(/^1 /, '1er ') : day;
}

for (const language of flowLanguages('fr')) {
  test.describe(`in ${language}`, () => {
    test.describe('My Receipts', () => {
      async function myReceipts(visitor: NewVisitor) {
        const visit = await visitor({ language, ...PHONE });
        const { page, texts } = visit;
        await page.goto('/my-receipts');
        return {
          ...visit,
          email: page.getByLabel(texts.receipts.search.email),
          phone: page.getByLabel(texts.receipts.search.phone),
          submit: page.getByRole('button', { name: texts.receipts.search.submit }),
        };
      }

      test('disables and clears the field that is not used', async ({ visitor }) => {
        const { email, phone } = await myReceipts(visitor);
        await email.fill('fan@example.com');
        await expect(phone).toBeDisabled();
        await email.fill('');
        await expect(phone).toBeEnabled();
        await phone.fill('+237 6');
        await expect(email).toBeDisabled();
        await expect(email).toHaveValue('');
      });

      test('requires something to search for', async ({ visitor }) => {
        const { page, texts, submit } = await myReceipts(visitor);
        await submit.click();
        await expectToast(
          page,
          texts.receipts.inputRequired.title,
          texts.receipts.inputRequired.description,
        );
      });

      test('shows the number of results and opens a receipt', async ({ visitor, demo }) => {
        const { page, texts, email, submit } = await myReceipts(visitor);
        const { paidPayments } = demo;
        const found = page.waitForResponse('**/api/receipts/lookup');
        await email.fill(demo.email);
        await submit.click();
        await expect(
          page.getByRole('heading', {
            name: fillIn(texts.receipts.found_other, { count: paidPayments.length }),
          }),
        ).toBeVisible();
        const rows = page.getByRole('main').getByRole('listitem');
        await expect(rows).toHaveCount(paidPayments.length);
        const { receiptCode } = paidPayments[0]!;
        const row = rows.filter({ hasText: receiptCode });
        await expect(
          row.getByText(fillIn(texts.receipts.row.votes_other, { count: 2 })),
        ).toBeVisible();
        await expect(row.getByText('200\u00a0CFA')).toBeVisible();
        const { receipts }: ReceiptList = await (await found).json();
        const paid = receipts.find((receipt) => receipt.receiptCode === receiptCode);
        await expect(row.locator('time')).toContainText(dayOf(paid!.createdAt, language));
        await expect(row.getByText(texts.receipts.row.mobileMoney)).toBeVisible();
        await row.getByRole('button', { name: texts.receipts.row.view }).click();
        const receipt = page.getByRole('dialog', { name: texts.receipts.card.dialogTitle });
        await expect(receipt.getByText(`#${receiptCode}`)).toBeVisible();
        await page.goBack();
        await expect(receipt).toHaveCount(0);
        await expect(row).toBeVisible();
      });

      test('moves the focus to the results, and scrolls them into view', async ({
        visitor,
        demo,
      }) => {
        const { page, texts, email, submit } = await myReceipts(visitor);
        await email.fill(demo.email);
        await submit.click();
        const count = demo.paidPayments.length;
        const found = page.getByRole('region', {
          name: fillIn(texts.receipts.found_other, { count }),
        });
        await expect(found).toBeFocused();
        await expect(found.getByRole('listitem').first()).toBeInViewport({ ratio: 0.9 });
        const names = found.getByText(demo.artist.name, { exact: true });
        await expect(names).toHaveCount(count);
        // Repeating the search repeats the announcement.
        await submit.click();
        await expect(found).toBeFocused();
      });

      test('marks a refunded receipt, in the list and when opened', async ({
        administrator,
        demo,
      }) => {
        const { page, texts } = await administrator({ language, ...PHONE }, '/my-receipts');
        const email = `refunded-${freshNumber()}@example.com`;
        const nominations = await page.request.get(`/api/nominations/artist/${demo.artist.id}`);
        const [nomination] = await nominations.json();
        const { paymentId } = await pay(page.request, [nomination], email);
        const refund = { amount: 200, reference: 'OM-1', returnedAt: new Date().toISOString() };
        const answered = await page.request.post(
          `/api/admin/payments/${paymentId}/refund-by-hand`,
          {
            data: refund,
            headers: SAME_ORIGIN,
          },
        );
        expect(answered.ok(), await answered.text()).toBe(true);
        await page.getByLabel(texts.receipts.search.email).fill(email);
        await page.getByRole('button', { name: texts.receipts.search.submit }).click();
        const row = page.getByRole('main').getByRole('listitem');
        const [refundedText = ''] = texts.receipts.refunded.on.split('{{');
        await expect(row.getByText(refundedText)).toBeVisible();
        await row.getByRole('button', { name: texts.receipts.row.view }).click();
        const dialog = page.getByRole('dialog', { name: refundedText });
        await expect(dialog.getByText(texts.receipts.refunded.meaning)).toBeVisible();
        const { 'taken-back': takenBack } = texts.receipts.proof;
        await expect(dialog.getByText(withAnyNumbers(takenBack))).toBeVisible();
        const save = page.getByRole('button', { name: texts.receipts.picture.save });
        await expect(save).toHaveCount(0);
      });

      test('says when there is no receipt', async ({ visitor }) => {
        const { page, texts, phone, submit } = await myReceipts(visitor);
        await phone.fill('699 00 00 00 ');
        await phone.fill('6 99 00 00 07');
        await submit.click();
        await expectToast(page, texts.receipts.none.title, texts.receipts.none.hint);
        await expect(page.getByRole('heading', { name: texts.receipts.none.title })).toBeVisible();
      });

      test('says when the search failed', async ({ visitor, demo }) => {
        const { page, texts, email, phone, submit } = await myReceipts(visitor);
        const { error } = texts.receipts;
        await phone.fill('12');
        await submit.click();
        await expectToast(page, error.title, error.validation);
        const { notMobile } = texts.receipts.search;
        await expect(phone).toHaveAccessibleDescription(new RegExp(notMobile));
        await phone.fill(`${'(about the awards) '.repeat(3)}677123456 or 699123456`);
        await submit.click();
        await expect(phone).toHaveAccessibleDescription(new RegExp(notMobile));
        await phone.fill('');
        await email.fill(demo.email);
        await answer(page, '**/api/receipts/lookup', '<h1>Bad gateway</h1>', 502);
        await submit.click();
        await expectToast(page, error.title, error.generic);
      });

      test('opens the receipt that the address names', async ({ visitor, demo }) => {
        const { page, texts } = await visitor({ language, ...PHONE });
        const { receiptCode } = demo.paidPayments[1]!;
        await page.goto(`/my-receipts?code=${receiptCode}`);
        const receipt = page.getByRole('dialog', { name: texts.receipts.card.dialogTitle });
        await expect(receipt.getByText(`#${receiptCode}`)).toBeVisible();
        await receipt.getByRole('button', { name: texts.common.close }).click();
        await expect(receipt).toHaveCount(0);
        await expect(page).toHaveURL(/\/my-receipts$/);
      });

      test('shows a receipt in portrait format, saves and shares its picture, and prints nothing else', async ({
        visitor,
        demo,
      }) => {
        const { page, texts } = await visitor({ language, ...PHONE });
        const { receiptCode } = demo.paidPayments[0]!;
        await page.addInitScript(() => {
          navigator.canShare = () => true;
          navigator.share = (data) => {
            document.documentElement.dataset.shared = data?.files?.[0]?.name ?? '';
            return Promise.resolve();
          };
        });
        await page.goto(`/my-receipts?code=${receiptCode}`);
        const receipt = page.getByRole('dialog', { name: texts.receipts.card.dialogTitle });
        const card = receipt.getByRole('article');
        const box = await card.boundingBox();
        expect(box!.width / box!.height).toBeCloseTo(9 / 16, 2);

        const save = receipt.getByRole('button', { name: texts.receipts.picture.save });
        const downloading = page.waitForEvent('download');
        await save.click();
        const download = await downloading;
        const fileName = `festival-awards-2025-${receiptCode}.jpg`;
        expect(download.suggestedFilename()).toBe(fileName);
        const { format, width, height } = await sharp(await download.path()).metadata();
        expect([format, width, height]).toEqual(['jpeg', 1080, 1920]);
        await receipt.getByRole('button', { name: texts.receipts.picture.share }).click();
        await expect(page.locator('html')).toHaveAttribute('data-shared', fileName);

        await page.emulateMedia({ media: 'print' });
        await expect(card.getByText(`#${receiptCode}`)).toBeVisible();
        await expect(save).toBeHidden();
        await expect(page.getByLabel(texts.receipts.search.email)).toBeHidden();
      });

      test('names a picture after the event, whose name loads late', async ({ visitor, demo }) => {
        const { page, texts } = await visitor({ language, ...PHONE });
        const { receiptCode } = demo.paidPayments[0]!;
        const asked = page.waitForRequest('**/picture?*');
        await amendConfig(page, async (config) => {
          await asked;
          return config;
        });
        await page.goto(`/my-receipts?code=${receiptCode}`);
        const downloading = page.waitForEvent('download');
        await page.getByRole('button', { name: texts.receipts.picture.save }).click();
        const download = await downloading;
        expect(download.suggestedFilename()).toBe(`festival-awards-2025-${receiptCode}.jpg`);
      });

      test('says when the receipt that the address names cannot be loaded', async ({ visitor }) => {
        const { page, texts } = await visitor({ language, ...PHONE });
        for (const code of ['0000000000', '%22%3E%3Cscript%3E', 'x'.repeat(500)]) {
          await page.goto(`/my-receipts?code=${code}`);
          await expectToast(page, texts.receipts.error.title, texts.receipts.error.load);
          await expect(page).toHaveURL(/\/my-receipts$/);
        }
      });
    });
  });
}
