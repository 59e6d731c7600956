import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { LANGUAGES, type Language } from '../../../shared/domain/localized';
import type en from '../locales/en';
import { importOrReload } from './import-or-reload';
import { browserStorage } from './storage';

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: { translation: typeof en };
  }
}

const STORAGE_KEY = 'language';

/** Each language is a chunk of its own: a phone loads only the one it reads. */
const loaders = {
  en: () => import('../locales/en'),
  fr: () => import('../locales/fr'),
} satisfies Record<Language, () => Promise<{ default: object }>>;

const isLanguage = (value: unknown): value is Language =>
  LANGUAGES.some((language) => language === value);

/** The stored choice; otherwise French for a browser that starts with fr, else English. */
function preferredLanguage(): Language {
  const stored = browserStorage.getItem(STORAGE_KEY);
  if (isLanguage(stored)) return stored;
  return navigator.language.toLowerCase().startsWith('fr') ? 'fr' : 'en';
}

/** Switches all texts and tells the document. */
async function show(language: Language): Promise<void> {
  if (!i18next.hasResourceBundle(language, 'translation')) {
    const { default: texts } = await importOrReload<{ default: object }>(loaders[language]);
    i18next.addResourceBundle(language, 'translation', texts);
  }
  await i18next.changeLanguage(language);
  document.documentElement.lang = language;
}

/**
 * Remembers the choice and shows it.
 * @throws when its texts do not arrive; the page then stays as it is
 */
export async function setLanguage(language: Language): Promise<void> {
  // First of all: should the page be loaded anew for it, it comes back in this language.
  browserStorage.setItem(STORAGE_KEY, language);
  await show(language);
}

/**
 * To be awaited before the first render, so that no key ever shows. Texts that do not arrive give
 * way to the other language: better than an empty page.
 */
export async function initI18n(): Promise<void> {
  const preferred = preferredLanguage();
  await i18next.use(initReactI18next).init({
    lng: preferred,
    resources: {},
    interpolation: { escapeValue: false }, // React escapes
    returnNull: false,
  });
  await show(preferred).catch(() => show(preferred === 'fr' ? 'en' : 'fr'));
}
