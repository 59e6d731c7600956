import type { PaymentStatus } from '#shared/domain/payment';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** A payment that is not settled by then is taken for never paid. */
export const GIVE_UP_AFTER_MS = 24 * HOUR;
/** Covers the provider's time-out, so that no check is made while the request is still on its way. */
export const FIRST_CHECK_AFTER_MS = 15 * SECOND;
/** A check whose process died is done again after this time. */
export const CHECK_LEASE_MS = MINUTE;

/** Covers the provider's time-out and the repeats of a call, so that by then a refund went or did not. */
export const REFUND_SHOWS_AFTER_MS = 90 * SECOND;

/** How often the reconciler checks one payment. */
export interface CheckSchedule {
  /** Whether the payer can pay as soon as the payment exists, or only after an attempt. */
  isOpenFromStart: boolean;
  /** Until the payment has this age, counted from the moment the payer could pay. */
  whilePending: readonly { untilAgeMs: number; everyMs: number }[];
  /** After each check of a failed payment. */
  afterFailureMs: readonly number[];
}

/** Often while the payer may be looking at the prompt; later ever more rarely. */
export const PROMPT_CHECKS: CheckSchedule = {
  isOpenFromStart: true,
  whilePending: [
    { untilAgeMs: 3 * MINUTE, everyMs: 5 * SECOND },
    { untilAgeMs: 15 * MINUTE, everyMs: 30 * SECOND },
    { untilAgeMs: 2 * HOUR, everyMs: 5 * MINUTE },
    { untilAgeMs: GIVE_UP_AFTER_MS, everyMs: 30 * MINUTE },
  ],
  // Operators turn failures into successes, mostly soon; then more and more rarely.
  afterFailureMs: [35 * SECOND, 5 * MINUTE, 30 * MINUTE, 3 * HOUR, 12 * HOUR],
};

/**
 * Cards are settled by the browser's confirmation and by webhooks that are repeated for days; this
 * catches what both miss, and Stripe answers at most 25 checks a second. A failed card payment
 * is one whose intent was canceled: that is final.
 */
export const CARD_CHECKS: CheckSchedule = {
  isOpenFromStart: false,
  whilePending: [
    { untilAgeMs: 5 * MINUTE, everyMs: 20 * SECOND },
    { untilAgeMs: HOUR, everyMs: 5 * MINUTE },
    { untilAgeMs: GIVE_UP_AFTER_MS, everyMs: HOUR },
  ],
  afterFailureMs: [],
};

export interface CheckedPayment {
  status: PaymentStatus;
  completedAt: Date | null;
  createdAt: Date;
  attemptedAt: Date | null;
  /** Checks since the payment entered its present state. */
  checkCount: number;
}

/**
 * How long the reconciler waits until the next check of a payment.
 *
 * @param isAnswered whether the last check got a usable answer
 * @returns ms from now, or null when no check is to come
 */
export function nextCheckAfter(
  { whilePending, afterFailureMs, isOpenFromStart }: CheckSchedule,
  { status, completedAt, createdAt, attemptedAt, checkCount }: CheckedPayment,
  now: Date,
  isAnswered: boolean,
): number | null {
  const ageMs = now.getTime() - createdAt.getTime();
  const lateMs = (shortest: number) => Math.max(shortest, ageMs / 8);
  // The check had a reason, such as a refund, which must not be lost in an outage.
  const settledMs = isAnswered ? null : lateMs(5 * MINUTE);
  switch (status) {
    case 'completed':
      return settledMs;
    case 'failed':
      // What was counted before is taken back for good.
      return completedAt === null ? (afterFailureMs[checkCount] ?? settledMs) : settledMs;
    case 'pending': {
      const leftMs = GIVE_UP_AFTER_MS - ageMs;
      // The check that would have given it up got no answer: keep checking, ever more rarely.
      if (leftMs <= 0) return lateMs(HOUR);
      const openSince = isOpenFromStart ? createdAt : attemptedAt;
      if (!openSince) return leftMs;
      const openMs = now.getTime() - openSince.getTime();
      const phase = whilePending.find(({ untilAgeMs }) => openMs < untilAgeMs);
      return Math.min(phase?.everyMs ?? leftMs, leftMs);
    }
  }
}
