import type { Language } from '#shared/domain/localized';

export type Size = 'short' | 'full';

const DAY_FORMATS = {
  short: { day: 'numeric', month: 'short' },
  full: { weekday: 'short', day: 'numeric', month: 'short' },
} as const satisfies Record<Size, Intl.DateTimeFormatOptions>;

/** Formats a calendar day such as `2025-11-28`, which has no time zone. */
export const dayText = (day: string, language: Language, size: Size): string =>
  new Intl.DateTimeFormat(language, { ...DAY_FORMATS[size], timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  );

const HOUR_FORMATS = {
  short: { weekday: 'short', hour: 'numeric' },
  full: { weekday: 'short', day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' },
} as const satisfies Record<Size, Intl.DateTimeFormatOptions>;

/**
 * Formats the start of an hour in the event's time zone. A full hour there may be half past in UTC.
 */
export const hourText = (at: string, language: Language, timeZone: string, size: Size): string =>
  new Intl.DateTimeFormat(language, { ...HOUR_FORMATS[size], timeZone }).format(new Date(at));

/** Returns the offset of a time zone from UTC at a moment, such as `GMT+1`. */
export function zoneText(at: string, language: Language, timeZone: string): string {
  const parts = new Intl.DateTimeFormat(language, {
    timeZone,
    timeZoneName: 'shortOffset',
  }).formatToParts(new Date(at));
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
}
