import { ApiError } from './request';

const MINUTE_MS = 60_000;

/**
 * Returns when a rejected request may be repeated, in epoch ms; null when the server gave no time.
 */
export const retryAtOf = (error: unknown): number | null =>
  error instanceof ApiError && error.retryAfterMs !== null ? Date.now() + error.retryAfterMs : null;

/**
 * Formats that moment in the visitor's time zone, rounded up to the full minute; with its day when
 * that is not today.
 *
 * @param retryAt from `retryAtOf`; not null
 * @param language any that `Intl` supports
 */
export function formatRetryTime(
  retryAt: number | null,
  language: string,
  now = Date.now(),
): string {
  if (retryAt === null) return '';
  const minute = new Date(Math.ceil(retryAt / MINUTE_MS) * MINUTE_MS);
  const isToday = minute.toDateString() === new Date(now).toDateString();
  return new Intl.DateTimeFormat(language, {
    ...(isToday ? {} : { dateStyle: 'medium' }),
    timeStyle: 'short',
  }).format(minute);
}
