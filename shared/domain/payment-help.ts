/** How a payment stands, in the words of the person who made it. */
export const HELP_STATES = ['pending', 'completed', 'failed', 'reversed', 'attention'] as const;
export type HelpState = (typeof HELP_STATES)[number];

/** What happened to a payment, as far as it concerns the voter. */
export const HELP_STEPS = [
  'created',
  'prompt-sent',
  /** Asked for, without an answer: the prompt may have gone out or not. */
  'prompt-unanswered',
  'card-submitted',
  'refused',
  /** A webhook came; the payment is checked before what it says counts. */
  'provider-called',
  'asked-again',
  /** Our database had lost it; the provider's record has it. */
  'found-again',
  'confirmed',
  'counted',
  'failed',
  'under-review',
  'money-back',
  /** Votes that never counted were given back. */
  'returned',
] as const;
export type HelpStepName = (typeof HELP_STEPS)[number];

/** What happens next, or what the voter can do. */
export const NEXT_STEPS = [
  'approve',
  'keep-asking',
  'finish-card',
  'see-receipt',
  'pay-again',
  'watch-account',
  'wait-for-organisers',
] as const;
export type NextStep = (typeof NEXT_STEPS)[number];
