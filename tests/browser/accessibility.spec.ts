import { type Browser, expect, test } from '@playwright/test';
import { LANGUAGES, type Language } from '#shared/domain/localized';
import { expectNoViolations } from './support/axe';
import { type Demo, readDemo } from './support/demo';
import {
  expectNoCutText,
  expectNoSidewaysScroll,
  expectStillLayout,
  expectTouchableTargets,
  setTextSize,
} from './support/layout';
import { SCREEN_STATES } from './support/states';
import { newVoter } from './support/voter';

const PHONE = { width: 360, height: 740 };
const SMALLEST_PHONE = { width: 320, height: 640 };
const LAPTOP = { width: 1280, height: 900 };

let demo: Demo;
test.beforeAll(async ({ request }) => {
  demo = await readDemo(request);
});

for (const language of LANGUAGES) {
  test.describe(language, () => {
    for (const { name, title, show, ...state } of SCREEN_STATES) {
      test(`${name}: accessible, still and readable at every size`, async ({ browser }) => {
        const { page, stage, close } = await onAPhone(browser, language);
        const excused = state.hasNoHeading ? ['page-has-heading-one'] : [];
        await expect(await show(stage)).toBeVisible();

        if (!state.hasBanner)
          await expectStillLayout(page, state.answersPress ? 'first press' : 'now');
        if (!state.isInBothLanguages)
          await expect(page.locator('html')).toHaveAttribute('lang', language);
        if (title)
          await expect(page).toHaveTitle(`${title(stage)} – ${stage.texts.common.appName}`);
        await expectNoViolations(page, excused);
        await expectNoSidewaysScroll(page);
        await expectTouchableTargets(page);
        await expectNoCutText(page);

        await setTextSize(page, 200);
        await expectNoSidewaysScroll(page);
        await expectNoCutText(page);
        await setTextSize(page, 100);

        await page.setViewportSize(SMALLEST_PHONE);
        await expectNoSidewaysScroll(page);
        await expectNoCutText(page);

        if (!state.isPhoneOnly) {
          await page.setViewportSize(LAPTOP);
          await expectNoSidewaysScroll(page);
          await expectNoCutText(page);
          await expectNoViolations(page, excused);
        }
        await close();
      });
    }
  });
}

async function onAPhone(browser: Browser, language: Language) {
  const { page, texts, context } = await newVoter(browser, { language, ...PHONE });
  return { page, stage: { page, texts, language, demo }, close: () => context.close() };
}
