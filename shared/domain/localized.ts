export const LANGUAGES = ['en', 'fr'] as const;
export type Language = (typeof LANGUAGES)[number];

/** True when readers of French see an English text because the French one is missing. */
export const lacksFrench = (english: string | null, french: string | null): boolean =>
  Boolean(english?.trim()) && !french?.trim();

/** Returns the French text in French if there is one; otherwise the English text. */
export function localized<T extends string | null>(
  language: Language,
  english: T,
  french: string | null,
): T | string {
  return language === 'fr' && french?.trim() ? french : english;
}
