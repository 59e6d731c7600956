import { instantAt } from '#client/lib/time/zoned-time';
import type { Language } from '#shared/domain/localized';

/** The time zones in which payments can be shown. */
export const TIMEZONES = {
  WAT: 'Africa/Lagos',
  PT: 'America/Los_Angeles',
  UTC: 'UTC',
} as const;
export type TimezoneName = keyof typeof TIMEZONES;

export const TIMEZONE_NAMES: readonly TimezoneName[] = ['WAT', 'PT', 'UTC'];

/**
 * Formats a moment in this time zone, on a 12-hour clock in both languages.
 * @param year the year to leave out, for tables
 */
export const formatOnClock = (
  isoInstant: string,
  language: Language,
  timezone: TimezoneName,
  year?: string,
): string =>
  new Intl.DateTimeFormat(language, {
    timeZone: TIMEZONES[timezone],
    day: '2-digit',
    month: 'short',
    ...(isoInstant.slice(0, 4) !== year && { year: 'numeric' }),
    hour: 'numeric',
    minute: '2-digit',
    second: '2-digit',
    hour12: true,
  }).format(new Date(isoInstant));

/** Formats the time of day. */
export const formatTimeOnClock = (
  moment: number,
  language: Language,
  timezone: TimezoneName,
): string =>
  new Intl.DateTimeFormat(language, {
    timeZone: TIMEZONES[timezone],
    hour: 'numeric',
    minute: '2-digit',
    hour12: true,
  }).format(moment);

/** Returns the calendar day in this time zone, such as `2025-11-21`. */
export const dayOn = (moment: Date, timezone: TimezoneName): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: TIMEZONES[timezone] }).format(moment);

/** Returns the moment at which a day, such as `2025-11-21`, begins in this time zone. */
export const startOfDay = (day: string, timezone: TimezoneName): Date =>
  instantAt(`${day}T00:00:00`, TIMEZONES[timezone]);

export const dayAfter = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
