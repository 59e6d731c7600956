/** Longest age of the public catalogue's responses, including votes, in ms. */
export const CATALOG_AGE_MS = 1_000;

/** Attempts for which the voter sees "Checking n of 11"; then the page asks whether they paid. */
export const COUNTED_ATTEMPTS = 11;
/** Attempts after that question, without a counter. */
export const UNCOUNTED_ATTEMPTS = 18;

/** Most payments with unknown outcome that a browser stores. */
export const MAX_OPEN_PAYMENTS = 8;

/** Longest wait between these attempts, and longest time the server holds a poll, in ms. */
export const MAX_WAIT_MS = 10_000;
/**
 * Wait between all later attempts, in ms: a payment that can still be paid is polled until it is
 * settled.
 */
const QUIET_WAIT_MS = 30_000;

/**
 * Returns how long to wait after a poll that found the payment still pending, in ms.
 *
 * @param attempt number of the poll just made, from 1
 */
export function waitAfterAttempt(attempt: number): number {
  if (attempt <= 1) return 8_000;
  if (attempt <= 7) return 2_000;
  if (attempt < COUNTED_ATTEMPTS) return 2_500;
  return attempt < COUNTED_ATTEMPTS + UNCOUNTED_ATTEMPTS ? MAX_WAIT_MS : QUIET_WAIT_MS;
}
