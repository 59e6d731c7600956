import type { Language } from '#shared/domain/localized';

/**
 * Formats a day such as `2025-11-21`, in whatever time zone it was determined.
 * @returns the text itself when it is no day
 */
export function formatDay(day: string, language: Language): string {
  // Noon in UTC is on the same day in the browser's time zone.
  const noon = new Date(`${day}T12:00:00Z`);
  if (Number.isNaN(noon.getTime())) return day;
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'full', timeZone: 'UTC' });
  return date.format(noon);
}
