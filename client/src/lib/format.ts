import type { Language } from '#shared/domain/localized';

export { formatMoney } from '#shared/domain/money-text';

/** In French the first of a month is "1er"; Intl writes a plain 1. */
const withFrenchFirst = (date: string, language: Language): string =>
  language === 'fr' ? date.replace(/^1 /, '1er ') : date;

/** Each formatter is created when first needed: the first takes a cheap phone up to 90 ms. */
const numbers: Partial<Record<Language, Intl.NumberFormat>> = {};

export function formatNumber(value: number, language: Language): string {
  numbers[language] ??= new Intl.NumberFormat(language);
  return numbers[language].format(value);
}

/**
 * Formats a moment in the event's time zone. The zone is named only when the visitor's clock shows
 * another time and the visitor's zone is known.
 */
export function formatEventTime(
  isoInstant: string,
  language: Language,
  timeZone: string,
  isClockKnown = true,
): string {
  const moment = new Date(isoInstant);
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(language, {
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
      ...options,
    }).format(moment);
  const isSameClock = !isClockKnown || format({ timeZone }) === format({});
  return withFrenchFirst(
    format({ timeZone, ...(isSameClock ? {} : { timeZoneName: 'short' }) }),
    language,
  );
}

export const formatDateTime = (isoInstant: string, language: Language): string =>
  withFrenchFirst(
    new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(
      new Date(isoInstant),
    ),
    language,
  );
