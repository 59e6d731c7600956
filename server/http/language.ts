import type { IncomingMessage } from 'node:http';
import { z } from 'zod';
import type { ErrorIssue } from '#shared/contracts/errors';
import type { Language } from '#shared/domain/localized';

/** Returns French for a browser that prefers it, else English. */
export const acceptedLanguage = ({ headers }: IncomingMessage): Language =>
  /^\s*fr/i.test(headers['accept-language'] ?? '') ? 'fr' : 'en';

const WITH_LANGUAGE = /^([^?]*)\?lang=(en|fr)$/;

/** Key of a shared response in the read cache. */
export const sharedKey = (language: Language, path: string): string => `${language} ${path}`;

/** Key of an incoming request; requests with other query parameters are never cached. */
export function sharedKeyOf(req: IncomingMessage): string {
  const { url = '' } = req;
  if (!url.includes('?')) return sharedKey(acceptedLanguage(req), url);
  const [, path, language] = WITH_LANGUAGE.exec(url) ?? [];
  return path && language ? sharedKey(language === 'fr' ? 'fr' : 'en', path) : url;
}

const OWN_TEXTS = {
  en: { required: 'Required', unknownField: 'Contains an unknown field' },
  fr: { required: 'Requis', unknownField: 'Contient un champ qui n’y a pas sa place' },
} as const;

const LIBRARY_TEXTS = {
  en: z.locales.en().localeError,
  fr: z.locales.fr().localeError,
} as const;

/** Removes the redundant beginning of messages such as "Invalid input: expected string, …". */
const withoutPreface = (text: string): string => {
  const detail = text.replace(/^(Invalid input|Entrée invalide)\s*:\s*/, '');
  return detail.charAt(0).toUpperCase() + detail.slice(1);
};

/** Messages for invalid fields whose contract has none. */
export const issueTexts =
  (language: Language): z.core.$ZodErrorMap =>
  (issue) => {
    if (issue.code === 'invalid_type' && issue.input === undefined) {
      return OWN_TEXTS[language].required;
    }
    // The library's message would repeat field names, which are the caller's text.
    if (issue.code === 'unrecognized_keys') return OWN_TEXTS[language].unknownField;
    const libraryText = LIBRARY_TEXTS[language](issue);
    const text = typeof libraryText === 'string' ? libraryText : libraryText?.message;
    return text && withoutPreface(text);
  };

export const toIssue = ({ path, message }: z.core.$ZodIssue): ErrorIssue => ({
  path: path.join('.'),
  message,
});
