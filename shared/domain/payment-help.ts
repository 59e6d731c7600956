/** State of a payment as explained to its payer. */
export const HELP_STATES = ['pending', 'completed', 'failed', 'reversed', 'attention'] as const;
export type HelpState = (typeof HELP_STATES)[number];

/** Steps of a payment that concern the voter. */
export const HELP_STEPS = [
  'created',
  'prompt-sent',
  /** Requested without a response: the prompt may or may not have been sent. */
  'prompt-unanswered',
  'card-submitted',
  'refused',
  /** A webhook arrived; the payment is checked before anything is counted. */
  'provider-called',
  'asked-again',
  /** Our database had lost it; it was recovered from the provider's record. */
  'found-again',
  'confirmed',
  'counted',
  'failed',
  'under-review',
  'money-back',
  /** Money was returned whose votes never counted. */
  'returned',
] as const;
export type HelpStepName = (typeof HELP_STEPS)[number];

/** The next step, by us or by the voter. */
export const NEXT_STEPS = [
  'approve',
  'keep-asking',
  'finish-card',
  'see-receipt',
  'pay-again',
  /** Nothing was charged, and another edition is current by now. */
  'edition-over',
  'watch-account',
  'wait-for-organisers',
] as const;
export type NextStep = (typeof NEXT_STEPS)[number];
