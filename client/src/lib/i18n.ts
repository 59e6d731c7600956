import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import type admin from '#client/locales/en/admin-area';
import type count from '#client/locales/en/count-area';
import type site from '#client/locales/en/index';
import type pages from '#client/locales/en/pages-area';
import type payment from '#client/locales/en/payment-area';
import type receipts from '#client/locales/en/receipts-area';
import type screen from '#client/locales/en/screen-area';
import type signIn from '#client/locales/en/sign-in-area';
import { LANGUAGE_COOKIE } from '#shared/domain/cookies';
import { LANGUAGES, type Language } from '#shared/domain/localized';
import { cookie, setCookie } from './browser/cookie';
import { browserStorage } from './browser/storage';
import { importOrReload } from './failures/import-or-reload';
import { announce } from './page/announce';
import { takeFromAddress } from './page/take-from-address';

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: {
      translation: typeof site &
        typeof pages &
        typeof payment &
        typeof receipts &
        typeof count &
        typeof admin &
        typeof screen &
        typeof signIn;
    };
  }
}

const STORAGE_KEY = 'language';
const YEAR_S = 31_536_000;

/** Used by the browser and the server. */
export const I18N_OPTIONS = {
  interpolation: { escapeValue: false }, // React escapes.
  returnNull: false,
} as const;

/**
 * Each language is a chunk of its own, as are the texts only for payers or administrators: a phone
 * loads what it shows.
 */
const loaders = {
  site: {
    en: () => import('#client/locales/en/index'),
    fr: () => import('#client/locales/fr/index'),
  },
  payment: {
    en: () => import('#client/locales/en/payment-area'),
    fr: () => import('#client/locales/fr/payment-area'),
  },
  receipts: {
    en: () => import('#client/locales/en/receipts-area'),
    fr: () => import('#client/locales/fr/receipts-area'),
  },
  pages: {
    en: () => import('#client/locales/en/pages-area'),
    fr: () => import('#client/locales/fr/pages-area'),
  },
  count: {
    en: () => import('#client/locales/en/count-area'),
    fr: () => import('#client/locales/fr/count-area'),
  },
  screen: {
    en: () => import('#client/locales/en/screen-area'),
    fr: () => import('#client/locales/fr/screen-area'),
  },
  signIn: {
    en: () => import('#client/locales/en/sign-in-area'),
    fr: () => import('#client/locales/fr/sign-in-area'),
  },
  admin: {
    en: () => import('#client/locales/en/admin-area'),
    fr: () => import('#client/locales/fr/admin-area'),
  },
} satisfies Record<string, Record<Language, () => Promise<{ default: object }>>>;

export type TextGroup = keyof typeof loaders;

/** Groups of texts on screen, in any language. */
const shownGroups = new Set<TextGroup>(['site']);

const isLanguage = (value: unknown): value is Language =>
  LANGUAGES.some((language) => language === value);

/**
 * Returns the stored choice; otherwise the language of a shared link, for as long as the browser is
 * open; otherwise that of the server-rendered page; otherwise French for a browser whose first
 * language is French, else English.
 */
function preferredLanguage(serverLanguage: Language | null): Language {
  const stored = browserStorage.getItem(STORAGE_KEY);
  const shared = takeFromAddress(['lang']).get('lang');
  if (isLanguage(stored)) {
    setLanguageCookie(stored, YEAR_S);
    return stored;
  }
  if (isLanguage(shared)) {
    setLanguageCookie(shared);
    return shared;
  }
  if (serverLanguage) return serverLanguage;
  const fromCookie = cookie(LANGUAGE_COOKIE);
  if (isLanguage(fromCookie)) return fromCookie;
  return navigator.language.toLowerCase().startsWith('fr') ? 'fr' : 'en';
}

/** Makes the server render the next page in this language. */
const setLanguageCookie = (language: Language, lastsS?: number): void =>
  setCookie(LANGUAGE_COOKIE, language, lastsS);

async function load(group: TextGroup, language: Language): Promise<void> {
  const { default: texts } = await importOrReload<{ default: object }>(
    loaders[group][language],
    'texts',
  );
  i18next.addResourceBundle(language, 'translation', texts, true);
}

/**
 * Time in ms after which a screen reader has registered a restored element, so that a change in it
 * is announced.
 */
const ANNOUNCEMENT_DELAY_MS = 300;

/** Switches all texts and the language of the document. */
async function show(language: Language): Promise<void> {
  // A page that loads meanwhile adds its texts.
  for (let loaded = 0; loaded < shownGroups.size; ) {
    loaded = shownGroups.size;
    await Promise.all([...shownGroups].map((group) => load(group, language)));
  }
  // The last announcement is in the previous language.
  announce('');
  await i18next.changeLanguage(language);
  if (document.documentElement.lang === language) return;
  document.documentElement.lang = language;
  // Not awaited. Without it, screen readers read the page with the voice of the previous language.
  void import('./page/update-screen-reader-language')
    .then(({ updateScreenReaderLanguage }) => updateScreenReaderLanguage())
    .catch(() => undefined)
    .then(() => setTimeout(() => announce(i18next.t('common.languageNow')), ANNOUNCEMENT_DELAY_MS));
}

/**
 * Loads these texts, now and whenever the language changes. Must be awaited before anything that
 * uses them is rendered.
 * @throws when they fail to load
 */
export async function addTexts(group: TextGroup): Promise<void> {
  shownGroups.add(group);
  const { language } = i18next;
  await load(group, isLanguage(language) ? language : 'en');
  // The language may have changed while the texts were loading.
  if (i18next.language !== language) await addTexts(group);
}

/**
 * Loads these texts in all languages, for a page that shows the languages in turn.
 * @throws when they fail to load
 */
export const addTextsInEvery = async (group: TextGroup): Promise<void> => {
  await Promise.all(LANGUAGES.map((language) => load(group, language)));
};

/**
 * Stores the choice and applies it.
 * @throws when its texts fail to load; the page then stays as it is
 */
export async function setLanguage(language: Language): Promise<void> {
  // Stored first: if a failed load reloads the page, it then uses this language.
  browserStorage.setItem(STORAGE_KEY, language);
  setLanguageCookie(language, YEAR_S);
  await show(language);
}

/**
 * Must be awaited before the first render, so that no key ever shows. When texts fail to load, the
 * other language is used: better than an empty page.
 * @param serverLanguage the language of the server-rendered page
 * @returns the language used
 */
export async function initI18n(serverLanguage: Language | null): Promise<string> {
  const preferred = preferredLanguage(serverLanguage);
  await i18next.use(initReactI18next).init({ ...I18N_OPTIONS, lng: preferred, resources: {} });
  await show(preferred).catch(() => show(preferred === 'fr' ? 'en' : 'fr'));
  return i18next.language;
}
