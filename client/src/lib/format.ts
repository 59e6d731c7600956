import type { Language } from '#shared/domain/localized';

export { formatMoney } from '#shared/domain/money-text';

/** French counts its days from "1er"; Intl writes a plain 1. */
const withFrenchFirst = (date: string, language: Language): string =>
  language === 'fr' ? date.replace(/^1 /, '1er ') : date;

/** Each is made once, when it is first needed: the first of all costs a cheap phone up to 90 ms. */
const numbers: Partial<Record<Language, Intl.NumberFormat>> = {};

export function formatNumber(value: number, language: Language): string {
  numbers[language] ??= new Intl.NumberFormat(language);
  return numbers[language].format(value);
}

/**
 * A moment of the event, on the event's own clock. The zone is named only to a visitor whose clock
 * shows something else, unless it is not known what that is.
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
