import { expect, type Page } from '@playwright/test';
import type { Language } from '#shared/domain/localized';
import { textsOf } from './texts';
import type { Visit } from './visit';

/** Switches the language, even when a dialog or a closed menu covers the switch. */
export async function switchLanguage(visit: Visit, language: Language): Promise<Visit> {
  const { page } = visit;
  const html = page.locator('html');
  if ((await html.getAttribute('lang')) !== language) {
    await page
      .locator(`button[lang="${language}"]`)
      .first()
      .evaluate((button: HTMLButtonElement) => button.click());
    await expect(html).toHaveAttribute('lang', language);
  }
  return { ...visit, language, texts: textsOf(language) };
}

/** All texts that exist in only one language, without those with placeholders. */
const ownTexts = (language: Language): string[] => {
  const others = new Set(stringsOf(textsOf(language === 'en' ? 'fr' : 'en')));
  return stringsOf(textsOf(language)).filter((text) => !text.includes('{{') && !others.has(text));
};

const stringsOf = (texts: unknown): string[] => {
  if (typeof texts === 'string') return [texts];
  return typeof texts === 'object' && texts !== null ? Object.values(texts).flatMap(stringsOf) : [];
};

const FOREIGN = { en: new Set(ownTexts('fr')), fr: new Set(ownTexts('en')) };

/**
 * Expects that nothing on the page is left in the other language, except for the tooltip of the
 * switch.
 */
export async function expectOnlyTextsOf(page: Page, language: Language): Promise<void> {
  const shown = await page.evaluate(() => {
    const texts: string[] = [];
    const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (nodes.nextNode()) {
      const { currentNode: node } = nodes;
      if (!node.parentElement?.closest('[aria-hidden="true"]'))
        texts.push(node.textContent?.trim() ?? '');
    }
    for (const element of document.body.querySelectorAll('*')) {
      for (const name of ['aria-label', 'placeholder', 'title', 'alt']) {
        texts.push(element.getAttribute(name) ?? '');
      }
    }
    return texts;
  });
  expect(shown.filter((text) => FOREIGN[language].has(text))).toEqual([]);
}
