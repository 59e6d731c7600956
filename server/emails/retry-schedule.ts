const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/**
 * Age in ms at which an unsent receipt is given up: it is no longer timely, and My Receipts has it.
 */
export const GIVE_UP_AFTER_MS = 48 * HOUR;
/**
 * An attempt whose process died is repeated after this time, in ms; far longer than an attempt
 * takes.
 */
export const ATTEMPT_LEASE_MS = 5 * MINUTE;

const DELAYS_MS = [MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 2 * HOUR, 4 * HOUR, 8 * HOUR];
const MAX_DELAY_MS = 12 * HOUR;

/**
 * Returns how long to wait after a failed attempt.
 *
 * @param attempts number so far, including the one that just failed
 * @param ageMs time since the receipt was due
 * @returns ms, or null when it is given up
 */
export function nextAttemptAfter(attempts: number, ageMs: number): number | null {
  const wait = DELAYS_MS[attempts - 1] ?? MAX_DELAY_MS;
  return ageMs + wait > GIVE_UP_AFTER_MS ? null : wait;
}
