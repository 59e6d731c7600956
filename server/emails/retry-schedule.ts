const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** A receipt that could not be sent by then is no news any more; My Receipts has it. */
export const GIVE_UP_AFTER_MS = 48 * HOUR;
/** An attempt whose process died is made again after this time; far longer than an attempt takes. */
export const ATTEMPT_LEASE_MS = 5 * MINUTE;

const WAITS_MS = [MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 2 * HOUR, 4 * HOUR, 8 * HOUR];
const LONGEST_MS = 12 * HOUR;

/**
 * How long to wait after an attempt that failed.
 *
 * @param attempts how many there were, the one that just failed included
 * @param ageMs since the receipt is due
 * @returns ms, or null when it is given up
 */
export function nextAttemptAfter(attempts: number, ageMs: number): number | null {
  const wait = WAITS_MS[attempts - 1] ?? LONGEST_MS;
  return ageMs + wait > GIVE_UP_AFTER_MS ? null : wait;
}
