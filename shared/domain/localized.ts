export const LANGUAGES = ['en', 'fr'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Whether a reader of French is shown an English text for want of a French one. */
export const lacksFrench = (english: string | null, french: string | null): boolean =>
  Boolean(english?.trim()) && !french?.trim();

/** In French the French text is preferred when there is one; otherwise the English text shows. */
export function localized<T extends string | null>(
  language: Language,
  english: T,
  french: string | null,
): T | string {
  return language === 'fr' && french?.trim() ? french : english;
}
