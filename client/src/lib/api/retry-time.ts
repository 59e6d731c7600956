import { ApiError } from './request';

const MINUTE_MS = 60_000;

/** When a refused request may be repeated, in epoch ms; null when the server named no time. */
export const retryAtOf = (error: unknown): number | null =>
  error instanceof ApiError && error.retryAfterMs !== null ? Date.now() + error.retryAfterMs : null;

/**
 * That moment on the visitor's own clock, to the full minute after it; with its day when that is
 * not today.
 *
 * @param retryAt as `retryAtOf` says; of null there is nothing to write
 * @param language any that `Intl` knows
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
