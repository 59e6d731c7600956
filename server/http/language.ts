import type { IncomingMessage } from 'node:http';
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
