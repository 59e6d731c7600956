import type { Request } from 'express';
import type { Language } from './texts';

/**
 * The language the page is first drawn in: `?lang`, else the browser's. A choice kept in the
 * browser's storage comes between the two; only the page's script can see that one.
 */
export function languageOf(req: Request): Language {
  const { lang } = req.query;
  if (lang === 'en' || lang === 'fr') return lang;
  return req.acceptsLanguages('en', 'fr') === 'fr' ? 'fr' : 'en';
}
