import { expect, type Locator } from '@playwright/test';
import type { Language } from '#shared/domain/localized';
import { flowLanguages } from './support/flows';
import { SCREEN_STATES } from './support/states';
import { openCheckout, pay } from './support/states/open-checkout';
import { type NewVisitor, test } from './support/test';
import { expectToast, toastIn, type Visit } from './support/visit';
import { LAPTOP, PHONE } from './support/voter';

/** Opens a screen in this state. */
async function openScreen(
  visitor: NewVisitor,
  language: Language,
  name: string,
  size = PHONE,
): Promise<Visit> {
  const visit = await visitor({ language, ...size });
  const state = SCREEN_STATES.find((each) => each.name === name)!;
  await expect(await state.show(visit)).toBeVisible();
  return visit;
}

/** Expects that nothing covers the button. */
async function expectUncovered(button: Locator): Promise<void> {
  await expect(button).toBeInViewport();
  const cover = await button.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const uppermost = document.elementFromPoint(left + width / 2, top + height / 2);
    return element.contains(uppermost) ? null : (uppermost?.outerHTML.slice(0, 120) ?? 'nothing');
  });
  expect(cover).toBeNull();
}

for (const language of flowLanguages('fr')) {
  test.describe(`a toast never covers, in ${language},`, () => {
    for (const [device, size] of Object.entries({ PHONE, LAPTOP })) {
      test(`the button of a form in a dialog, and the close button (${device})`, async ({
        visitor,
      }) => {
        const name = 'category form not saved';
        const { page, texts } = await openScreen(visitor, language, name, size);
        const dialog = page.getByRole('dialog');
        const { update } = texts.admin.categoryForm;
        await expectUncovered(dialog.getByRole('button', { name: update }));
        await expectUncovered(dialog.getByRole('button', { name: texts.common.close }));
      });
    }

    test('the actions on a receipt, and the close button', async ({ visitor }) => {
      const { page, texts } = await openScreen(visitor, language, 'receipt picture not made');
      const sheet = page.getByRole('dialog');
      await expectUncovered(sheet.getByRole('button', { name: texts.receipts.picture.save }));
      await expectUncovered(sheet.getByRole('button', { name: texts.common.close }));
    });

    test('the menu of a page', async ({ visitor }) => {
      const { page, texts } = await openScreen(visitor, language, 'my receipts without input');
      await expectUncovered(page.getByRole('button', { name: texts.common.menu }));
    });

    test('the actions in a banner', async ({ visitor }) => {
      const { page, texts } = await openScreen(visitor, language, 'receipt not loaded');
      const { retry, later } = texts.checkout.receipt;
      await expectUncovered(page.getByRole('button', { name: retry }));
      await expectUncovered(page.getByRole('button', { name: later }));
    });

    test('the pay button once nothing is missing any more', async ({ visitor }) => {
      const visit = await visitor({ language, ...PHONE });
      const { page, texts } = visit;
      await page.clock.install();
      await openCheckout(visit);
      const { phoneRequired, submit } = texts.checkout.mobileMoney;
      await page.getByRole('button', { name: submit }).click({ force: true });
      await expectToast(page, phoneRequired.title, phoneRequired.description);
      // From here on the time of the toast does not pass.
      await page.clock.pauseAt(Date.now() + 2_000);
      await pay(visit);
      await expect(page.getByRole('dialog')).toBeVisible();
      await expect(toastIn(page, phoneRequired.title)).toHaveCount(0);
    });
  });
}
