import type { IncomingMessage } from 'node:http';
import { z } from 'zod';
import type { ErrorIssue } from '#shared/contracts/errors';
import type { Language } from '#shared/domain/localized';

/** French for a browser that asks for it first, else English. */
export const acceptedLanguage = ({ headers }: IncomingMessage): Language =>
  /^\s*fr/i.test(headers['accept-language'] ?? '') ? 'fr' : 'en';

const WITH_LANGUAGE = /^([^?]*)\?lang=(en|fr)$/;

/** Under what a shared answer stands in the read cache. */
export const sharedKey = (language: Language, path: string): string => `${language} ${path}`;

/** The same, of a request as it came; nothing stands under one with another query. */
export function sharedKeyOf(req: IncomingMessage): string {
  const { url = '' } = req;
  if (!url.includes('?')) return sharedKey(acceptedLanguage(req), url);
  const [, path, language] = WITH_LANGUAGE.exec(url) ?? [];
  return path && language ? sharedKey(language === 'fr' ? 'fr' : 'en', path) : url;
}

const OWN_TEXTS = {
  en: { required: 'Required', unknownField: 'Holds a field that does not belong' },
  fr: { required: 'Requis', unknownField: 'Contient un champ qui n’y a pas sa place' },
} as const;

const LIBRARY_TEXTS = {
  en: z.locales.en().localeError,
  fr: z.locales.fr().localeError,
} as const;

/** "Invalid input: expected string, …" without what every issue is. */
const withoutPreface = (text: string): string => {
  const detail = text.replace(/^(Invalid input|Entrée invalide)\s*:\s*/, '');
  return detail.charAt(0).toUpperCase() + detail.slice(1);
};

/** What is wrong with a field whose contract has no sentence of its own for it. */
export const issueTexts =
  (language: Language): z.core.$ZodErrorMap =>
  (issue) => {
    if (issue.code === 'invalid_type' && issue.input === undefined) {
      return OWN_TEXTS[language].required;
    }
    // The library's sentence repeats the names of the fields, which are the caller's words.
    if (issue.code === 'unrecognized_keys') return OWN_TEXTS[language].unknownField;
    const said = LIBRARY_TEXTS[language](issue);
    const text = typeof said === 'string' ? said : said?.message;
    return text && withoutPreface(text);
  };

export const toIssue = ({ path, message }: z.core.$ZodIssue): ErrorIssue => ({
  path: path.join('.'),
  message,
});
