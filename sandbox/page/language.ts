import type { Request } from 'express';

export type Language = 'en' | 'fr';

/** The language of a page: `?lang`, else the browser's. */
export function languageOf(req: Request): Language {
  const { lang } = req.query;
  if (lang === 'en' || lang === 'fr') return lang;
  return req.acceptsLanguages('en', 'fr') === 'fr' ? 'fr' : 'en';
}

/** Replaces the `{placeholders}` of a text. */
export const filled = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w+)\}/g, (gap, name: string) => values[name] ?? gap);
