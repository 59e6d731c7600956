import { type Browser, type BrowserContext, expect, type Locator, test } from '@playwright/test';
import { LANGUAGES, type Language } from '#shared/domain/localized';
import { type Demo, readDemo } from './support/demo';
import type { Stage } from './support/stage';
import { SCREEN_STATES } from './support/states';
import { newVoter } from './support/voter';

let demo: Demo;
test.beforeAll(async ({ request }) => {
  demo = await readDemo(request);
});

const contexts: BrowserContext[] = [];
test.afterEach(async () => {
  await Promise.all(contexts.splice(0).map((context) => context.close()));
});

const PHONE = { width: 360, height: 740 };
const LAPTOP = { width: 1280, height: 900 };

/** A screen that shows this state of the gallery. */
async function screenWith(
  browser: Browser,
  language: Language,
  name: string,
  size = PHONE,
): Promise<Stage> {
  const { page, texts, context } = await newVoter(browser, { language, ...size });
  contexts.push(context);
  const stage: Stage = { page, texts, language, demo };
  const state = SCREEN_STATES.find((each) => each.name === name)!;
  await expect(await state.show(stage)).toBeVisible();
  return stage;
}

/** Nothing lies over it. */
async function expectWithinReach(button: Locator): Promise<void> {
  await expect(button).toBeInViewport();
  const cover = await button.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const uppermost = document.elementFromPoint(left + width / 2, top + height / 2);
    return element.contains(uppermost) ? null : (uppermost?.outerHTML.slice(0, 120) ?? 'nothing');
  });
  expect(cover).toBeNull();
}

for (const language of LANGUAGES) {
  test.describe(`a toast leaves within reach, in ${language},`, () => {
    for (const [device, size] of Object.entries({ PHONE, LAPTOP })) {
      test(`the button of a form in a dialog, and the way out (${device})`, async ({ browser }) => {
        const name = 'category form not saved';
        const { page, texts } = await screenWith(browser, language, name, size);
        const dialog = page.getByRole('dialog');
        const { update } = texts.admin.categoryForm;
        await expectWithinReach(dialog.getByRole('button', { name: update }));
        await expectWithinReach(dialog.getByRole('button', { name: texts.common.close }));
      });
    }

    test('what can be done with a receipt, and the way out', async ({ browser }) => {
      const { page, texts } = await screenWith(browser, language, 'receipt picture not made');
      const sheet = page.getByRole('dialog');
      await expectWithinReach(sheet.getByRole('button', { name: texts.receipts.picture.save }));
      await expectWithinReach(sheet.getByRole('button', { name: texts.common.close }));
    });

    test('the menu of a page', async ({ browser }) => {
      const { page, texts } = await screenWith(browser, language, 'my receipts without input');
      await expectWithinReach(page.getByRole('button', { name: texts.common.menu }));
    });

    test('what a banner offers', async ({ browser }) => {
      const { page, texts } = await screenWith(browser, language, 'receipt not loaded');
      const { retry, later } = texts.checkout.receipt;
      await expectWithinReach(page.getByRole('button', { name: retry }));
      await expectWithinReach(page.getByRole('button', { name: later }));
    });
  });
}
