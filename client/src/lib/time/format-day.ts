import type { Language } from '#shared/domain/localized';

/**
 * A day such as `2025-11-21`, on whichever clock it was one.
 * @returns the text itself where it is no day
 */
export function formatDay(day: string, language: Language): string {
  // Noon in UTC: on the same day wherever it is written.
  const noon = new Date(`${day}T12:00:00Z`);
  if (Number.isNaN(noon.getTime())) return day;
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'full', timeZone: 'UTC' });
  return date.format(noon);
}
