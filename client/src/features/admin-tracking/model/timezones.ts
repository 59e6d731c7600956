import type { Language } from '#shared/domain/localized';

/** The time zones that payments can be shown in. */
export const TIMEZONES = {
  WAT: 'Africa/Lagos',
  PT: 'America/Los_Angeles',
  UTC: 'UTC',
} as const;
export type TimezoneName = keyof typeof TIMEZONES;

export const TIMEZONE_NAMES: readonly TimezoneName[] = ['WAT', 'PT', 'UTC'];

/** In this time zone, on a 12-hour clock in both languages. */
export const formatOnClock = (
  isoInstant: string,
  language: Language,
  timezone: TimezoneName,
): string =>
  new Intl.DateTimeFormat(language, {
    timeZone: TIMEZONES[timezone],
    day: '2-digit',
    month: 'short',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    second: '2-digit',
    hour12: true,
  }).format(new Date(isoInstant));

/** What the clock shows at this moment, as if that were UTC. */
function clockAt(moment: number, timezone: TimezoneName): number {
  const shown = new Intl.DateTimeFormat('sv-SE', {
    timeZone: TIMEZONES[timezone],
    dateStyle: 'short',
    timeStyle: 'medium',
  }).format(moment);
  return Date.parse(`${shown.replace(' ', 'T')}Z`);
}

/** When a day, such as `2025-11-21`, begins on this clock. */
export function startOfDay(day: string, timezone: TimezoneName): Date {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  const close = midnight - (clockAt(midnight, timezone) - midnight);
  // Summer time may begin or end between the two: what counts is the clock at the place itself.
  return new Date(midnight - (clockAt(close, timezone) - close));
}

export const dayAfter = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
