const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A payment that is still unpaid at this age, in ms, is given up. */
export const GIVE_UP_AFTER_MS = DAY;

/** How long an operator keeps a prompt open for the payer's PIN, in ms: about 5 minutes. */
export const PROMPT_OPEN_MS = 5 * MINUTE;

/**
 * How often the reconciler checks one payment. All times count from the last change of state, never
 * from a check.
 */
export interface CheckSchedule {
  /**
   * True when the payer can pay as soon as the payment exists; false when only after an attempt.
   */
  isOpenFromStart: boolean;
  /** True when an unpaid payment expires at the last moment a charge may count. */
  endsWithVoting: boolean;
  /** Phases by the payment's age, counted from the moment the payer could pay. */
  whilePending: readonly [Phase, ...Phase[]];
  /**
   * Delays of the checks after a failure, after a refusal by the provider, and after completion, in
   * ms.
   */
  afterMs: Readonly<Record<'failure' | 'refusal' | 'completion', readonly number[]>>;
}

interface Phase {
  untilAgeMs: number;
  everyMs: number;
}

/** Settled payments are checked less and less often: records change, and webhooks get lost. */
const SETTLED = [6 * HOUR, DAY, 3 * DAY, 7 * DAY];

/** Frequent while the payer may be looking at the prompt, then less and less often. */
export const PROMPT_CHECKS: CheckSchedule = {
  isOpenFromStart: true,
  // The prompt was sent in time, so its approval counts at any time.
  endsWithVoting: false,
  whilePending: [
    { untilAgeMs: 3 * MINUTE, everyMs: 5 * SECOND },
    { untilAgeMs: 15 * MINUTE, everyMs: 30 * SECOND },
    { untilAgeMs: 2 * HOUR, everyMs: 5 * MINUTE },
    { untilAgeMs: GIVE_UP_AFTER_MS, everyMs: 30 * MINUTE },
  ],
  afterMs: {
    // Mobile operators turn failures into successes, mostly soon after.
    failure: [35 * SECOND, 5 * MINUTE, 30 * MINUTE, 3 * HOUR, 12 * HOUR, DAY, 3 * DAY, 7 * DAY],
    // The provider reports that nothing was created; a later check confirms it or finds a charge.
    refusal: [10 * MINUTE, DAY],
    completion: SETTLED,
  },
};

/**
 * Cards are settled by the browser's confirmation and by webhooks, which are retried for days.
 * These checks cover what both miss; Stripe allows at most 25 of them a second. A failed card
 * payment is one whose intent was canceled, which is final. Changes of completed payments are in
 * Stripe's list of events, which one request reads for all payments.
 */
export const CARD_CHECKS: CheckSchedule = {
  isOpenFromStart: false,
  endsWithVoting: true,
  whilePending: [
    { untilAgeMs: 5 * MINUTE, everyMs: 20 * SECOND },
    { untilAgeMs: HOUR, everyMs: 5 * MINUTE },
    { untilAgeMs: GIVE_UP_AFTER_MS, everyMs: HOUR },
  ],
  afterMs: { failure: [], refusal: [], completion: [] },
};
