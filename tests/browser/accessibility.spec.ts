import { expect } from '@playwright/test';
import { LANGUAGES, type Language } from '#shared/domain/localized';
import { expectNoViolations } from './support/axe';
import { saveScreenshot } from './support/draw';
import { IS_LONG_RUN } from './support/flows';
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
  const languages: readonly Language[] = index % 2 === 0 ? LANGUAGES : LANGUAGES.toReversed();
  const [languageOnPhone = 'en'] = languages;

  test(`${state.name}: accessible, stable and readable in both languages at every size`, async ({
    visitor,
  }) => {
    const visits = state.keepsLanguage ? languages.map((language) => [language]) : [languages];
    for (const spoken of visits) {
      const [language] = spoken;
      if (!language) throw new Error('A visit has a language.');
      const visit = await visitor({ language, ...(state.isLaptopOnly ? LAPTOP : PHONE) });
      await noticePresses(visit.page);
      await expect(await state.show(visit)).toBeVisible();
      if (!state.hasBanner) await expectStillLayout(visit.page);
      await lookAtEverySize(visit, state, spoken, languageOnPhone);
      await visit.page.close();
    }
  });
}

/**
 * The size only shrinks or grows once: returning to an earlier size may undo the prepared state.
 * Each language is examined by axe-core once, because both sizes show the same document, and the
 * smallest phone is tested with the largest text only, which needs more room than any other
 * combination; `npm run test:long` tests every combination.
 */
async function lookAtEverySize(
  visit: Visit,
  state: ScreenState,
  languages: readonly Language[],
  /** axe-core examines this language on the phone, and the other one on the laptop. */
  languageOnPhone: Language,
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
      await saveScreenshot(spoken, state.name);
      if (!state.isInBothLanguages)
        await expect(page.locator('html')).toHaveAttribute('lang', language);
      if (state.title)
        await expect(page).toHaveTitle(`${state.title(spoken)} – ${texts.common.appName}`);
      if (languages.length > 1) await expectOnlyTextsOf(page, language);
      if (IS_LONG_RUN || state.isPhoneOnly || language === languageOnPhone)
        await expectNoViolations(page, excused);
      await expectReadable(page);
      await expectTouchableTargets(page);
      if (!IS_LONG_RUN) return;
      await setTextSize(page, 200);
      await expectReadable(page);
      await setTextSize(page, 100);
    });
    await page.setViewportSize(SMALLEST_PHONE);
    await inEachLanguage(async () => {
      if (IS_LONG_RUN) await expectReadable(page);
      await setTextSize(page, 200);
      await expectReadable(page);
      await expectWholeWords(page);
      await setTextSize(page, 100);
    });
  }
  if (state.isPhoneOnly) return;
  await page.setViewportSize(LAPTOP);
  await inEachLanguage(async (spoken) => {
    await saveScreenshot(spoken, state.name);
    await expectReadable(page);
    if (IS_LONG_RUN || state.isLaptopOnly || spoken.language !== languageOnPhone)
      await expectNoViolations(page, excused);
  });
}
