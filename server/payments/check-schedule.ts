import type { PaymentStatus } from '../../shared/domain/payment';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** A payment nobody could settle by then was never paid (design, section 5). */
export const GIVE_UP_AFTER_MS = 24 * HOUR;
/** Covers the provider's time-out, so that nobody asks while the request is still on its way. */
export const FIRST_CHECK_AFTER_MS = 15 * SECOND;
/** A check whose process died is done again after this time. */
export const CHECK_LEASE_MS = MINUTE;

/** Providers turn failures into successes, mostly soon; then more and more rarely. */
const AFTER_FAILURE_MS = [35 * SECOND, 5 * MINUTE, 30 * MINUTE, 3 * HOUR, 12 * HOUR];

/** When a payer looks at the prompt we ask often; later ever more rarely. */
const WHILE_PENDING: readonly { untilAgeMs: number; everyMs: number }[] = [
  { untilAgeMs: 3 * MINUTE, everyMs: 5 * SECOND },
  { untilAgeMs: 15 * MINUTE, everyMs: 30 * SECOND },
  { untilAgeMs: 2 * HOUR, everyMs: 5 * MINUTE },
  { untilAgeMs: GIVE_UP_AFTER_MS, everyMs: 30 * MINUTE },
];

/**
 * How long the reconciler waits until it asks about a payment (again).
 *
 * @param ageMs since the payment was created
 * @param checkCount questions since the payment entered its present state
 * @returns ms from now, or null when there is nothing left to ask
 */
export function nextCheckAfter(
  status: PaymentStatus,
  ageMs: number,
  checkCount: number,
): number | null {
  switch (status) {
    case 'completed':
      return null;
    case 'failed':
      return AFTER_FAILURE_MS[checkCount] ?? null;
    case 'pending': {
      const phase = WHILE_PENDING.find(({ untilAgeMs }) => ageMs < untilAgeMs);
      // Past the limit the next check is the last and is due at once.
      return phase ? Math.min(phase.everyMs, GIVE_UP_AFTER_MS - ageMs) : 0;
    }
  }
}
