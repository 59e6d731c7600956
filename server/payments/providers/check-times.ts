const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A payment that is still unpaid at this age, in ms, is given up. */
export const GIVE_UP_AFTER_MS = DAY;

/** How long an operator keeps a prompt open for the payer's PIN, in ms: about 5 minutes. */
export const PROMPT_OPEN_MS = 5 * MINUTE;

/** How often the reconciler checks one payment. All times count from the state, never from a check. */
export interface CheckSchedule {
  /** Whether the payer can pay as soon as the payment exists, or only after an attempt. */
  isOpenFromStart: boolean;
  /** Whether what is unpaid at the last moment for a charge is given up then. */
  endsWithVoting: boolean;
  /** Until the payment has this age, counted from the moment the payer could pay. */
  whilePending: readonly [Phase, ...Phase[]];
  /** After a failure; after the provider refused the request, and after the votes were counted. */
  afterMs: Readonly<Record<'failure' | 'refusal' | 'completion', readonly number[]>>;
}

interface Phase {
  untilAgeMs: number;
  everyMs: number;
}

/** Settled payments are looked at ever more rarely: records change, and webhooks get lost. */
const SETTLED = [6 * HOUR, DAY, 3 * DAY, 7 * DAY];

/** Often while the payer may be looking at the prompt; later ever more rarely. */
export const PROMPT_CHECKS: CheckSchedule = {
  isOpenFromStart: true,
  // The prompt went out in time: its approval counts whenever it comes.
  endsWithVoting: false,
  whilePending: [
    { untilAgeMs: 3 * MINUTE, everyMs: 5 * SECOND },
    { untilAgeMs: 15 * MINUTE, everyMs: 30 * SECOND },
    { untilAgeMs: 2 * HOUR, everyMs: 5 * MINUTE },
    { untilAgeMs: GIVE_UP_AFTER_MS, everyMs: 30 * MINUTE },
  ],
  afterMs: {
    // Operators turn failures into successes, mostly soon.
    failure: [35 * SECOND, 5 * MINUTE, 30 * MINUTE, 3 * HOUR, 12 * HOUR, DAY, 3 * DAY, 7 * DAY],
    // It says that nothing was created; asked later, it says so again, or knows of a charge.
    refusal: [10 * MINUTE, DAY],
    completion: SETTLED,
  },
};

/**
 * Cards are settled by the browser's confirmation and by webhooks that are repeated for days; this
 * catches what both miss, and Stripe answers at most 25 checks a second. A failed card payment is
 * one whose intent was canceled: that is final. What becomes of completed ones stands in Stripe's
 * list of events, which is read for all at once.
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
