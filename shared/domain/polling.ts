/** What the public catalogue answers may be this old, the votes in it too. */
export const CATALOG_AGE_MS = 1_000;

/** The voter sees "Checking n of 11" up to here; then the question whether they paid appears. */
export const COUNTED_ATTEMPTS = 11;
/** Quieter attempts after the question. */
export const UNCOUNTED_ATTEMPTS = 18;

/** How many payments a browser remembers whose outcome it does not know. */
export const MAX_OPEN_PAYMENTS = 8;

/** The longest wait of these attempts, and the longest for which the server holds an answer. */
export const LONGEST_WAIT_MS = 10_000;
/** Between all that follow them: what may still be paid is asked about until it is over. */
const QUIET_WAIT_MS = 30_000;

/**
 * How long to wait after a status check that found the payment still pending, in ms.
 *
 * @param attempt number of the check just made, from 1
 */
export function waitAfterAttempt(attempt: number): number {
  if (attempt <= 1) return 8_000;
  if (attempt <= 7) return 2_000;
  if (attempt < COUNTED_ATTEMPTS) return 2_500;
  return attempt < COUNTED_ATTEMPTS + UNCOUNTED_ATTEMPTS ? LONGEST_WAIT_MS : QUIET_WAIT_MS;
}
