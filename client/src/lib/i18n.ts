import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { LANGUAGES, type Language } from '../../../shared/domain/localized';
import type en from '../locales/en';
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

async function loadLanguage(language: Language): Promise<void> {
  if (i18next.hasResourceBundle(language, 'translation')) return;
  const { default: texts } = await loaders[language]();
  i18next.addResourceBundle(language, 'translation', texts);
}

/** Switches all texts, remembers the choice and tells the document. */
export async function setLanguage(language: Language): Promise<void> {
  await loadLanguage(language);
  await i18next.changeLanguage(language);
  document.documentElement.lang = language;
  browserStorage.setItem(STORAGE_KEY, language);
}

/** To be awaited before the first render, so that no key ever shows. */
export async function initI18n(): Promise<void> {
  const language = preferredLanguage();
  await i18next.use(initReactI18next).init({
    lng: language,
    resources: {},
    interpolation: { escapeValue: false }, // React escapes
    returnNull: false,
  });
  await loadLanguage(language);
  await i18next.changeLanguage(language);
  document.documentElement.lang = language;
}
