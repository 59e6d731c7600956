import { expect } from '@playwright/test';
import { LANGUAGES, type Language } from '#shared/domain/localized';
import { expectNoViolations } from './support/axe';
import { drawScreen } from './support/draw';
import {
  expectReadable,
  expectStillLayout,
  expectTouchableTargets,
  expectWholeWords,
  noticePresses,
  setTextSize,
} from './support/layout';
import { SCREEN_STATES } from './support/states';
import type { ScreenState } from './support/states/screen-state';
import { expectOnlyTextsOf, switchLanguage } from './support/switch-language';
import { test } from './support/test';
import type { Visit } from './support/visit';
import { LAPTOP, PHONE, SMALLEST_PHONE } from './support/voter';

for (const [index, state] of SCREEN_STATES.entries()) {
  // Every other state is prepared in French.
  const languages = index % 2 === 0 ? LANGUAGES : LANGUAGES.toReversed();

  test(`${state.name}: accessible, stable and readable in both languages at every size`, async ({
    visitor,
  }) => {
    const visits = state.keepsLanguage ? languages.map((one) => [one]) : [languages];
    for (const spoken of visits) {
      const [language] = spoken;
      if (!language) throw new Error('A visit has a language.');
      const visit = await visitor({ language, ...(state.isLaptopOnly ? LAPTOP : PHONE) });
      await noticePresses(visit.page);
      await expect(await state.show(visit)).toBeVisible();
      if (!state.hasBanner) await expectStillLayout(visit.page);
      await lookAtEverySize(visit, state, spoken);
      await visit.page.close();
    }
  });
}

/**
 * The size only shrinks or grows once: returning to an earlier size may undo the prepared state.
 */
async function lookAtEverySize(
  visit: Visit,
  state: ScreenState,
  languages: readonly Language[],
): Promise<void> {
  const { page } = visit;
  const excused = state.hasNoHeading ? ['page-has-heading-one'] : [];
  let inTurn = languages;
  const inEachLanguage = async (look: (spoken: Visit) => Promise<void>) => {
    for (const language of inTurn) {
      await look(languages.length > 1 ? await switchLanguage(visit, language) : visit);
    }
    inTurn = inTurn.toReversed();
  };

  if (!state.isLaptopOnly) {
    await inEachLanguage(async (spoken) => {
      const { language, texts } = spoken;
      await drawScreen(spoken, state.name);
      if (!state.isInBothLanguages)
        await expect(page.locator('html')).toHaveAttribute('lang', language);
      if (state.title)
        await expect(page).toHaveTitle(`${state.title(spoken)} – ${texts.common.appName}`);
      if (languages.length > 1) await expectOnlyTextsOf(page, language);
      await expectNoViolations(page, excused);
      await expectReadable(page);
      await expectTouchableTargets(page);
      await setTextSize(page, 200);
      await expectReadable(page);
      await setTextSize(page, 100);
    });
    await page.setViewportSize(SMALLEST_PHONE);
    await inEachLanguage(async () => {
      await expectReadable(page);
      await setTextSize(page, 200);
      await expectReadable(page);
      await expectWholeWords(page);
      await setTextSize(page, 100);
    });
  }
  if (state.isPhoneOnly) return;
  await page.setViewportSize(LAPTOP);
  await inEachLanguage(async (spoken) => {
    await drawScreen(spoken, state.name);
    await expectReadable(page);
    await expectNoViolations(page, excused);
  });
}
