import { expect } from '@playwright/test';
import { LANGUAGES } from '#shared/domain/localized';
import { expectNoViolations } from './support/axe';
import {
  expectReadable,
  expectStillLayout,
  expectTouchableTargets,
  setTextSize,
} from './support/layout';
import { SCREEN_STATES } from './support/states';
import { test } from './support/test';
import { LAPTOP, PHONE, SMALLEST_PHONE } from './support/voter';

for (const language of LANGUAGES) {
  test.describe(language, () => {
    for (const { name, title, show, ...state } of SCREEN_STATES) {
      test(`${name}: accessible, still and readable at every size`, async ({ visitor }) => {
        const visit = await visitor({ language, ...PHONE });
        const { page, texts } = visit;
        const excused = state.hasNoHeading ? ['page-has-heading-one'] : [];
        await expect(await show(visit)).toBeVisible();

        if (!state.hasBanner)
          await expectStillLayout(page, state.answersPress ? 'first press' : 'now');
        if (!state.isInBothLanguages)
          await expect(page.locator('html')).toHaveAttribute('lang', language);
        if (title) await expect(page).toHaveTitle(`${title(visit)} – ${texts.common.appName}`);
        await expectNoViolations(page, excused);
        await expectReadable(page);
        await expectTouchableTargets(page);

        await setTextSize(page, 200);
        await expectReadable(page);
        await setTextSize(page, 100);

        await page.setViewportSize(SMALLEST_PHONE);
        await expectReadable(page);

        if (!state.isPhoneOnly) {
          await page.setViewportSize(LAPTOP);
          await expectReadable(page);
          await expectNoViolations(page, excused);
        }
      });
    }
  });
}
