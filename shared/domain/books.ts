/** How the comparison of one provider's list of one day ended. */
export const COMPARISON_STATES = ['due', 'compared', 'not-compared'] as const;
export type ComparisonState = (typeof COMPARISON_STATES)[number];

/** Why a provider's list could not be read to its end. */
export const LIST_TROUBLES = [
  /** No usable answer: a time-out, a 5xx, an answer that was cut off. */
  'unanswered',
  /** The provider does not let us in. */
  'refused',
  /** More than the provider ever shows of a day. */
  'too-many',
  /** Our own process ended in the middle. */
  'interrupted',
] as const;
export type ListTrouble = (typeof LIST_TROUBLES)[number];

/** In what a provider's list and our payments differ; each has a sentence and an act. */
export const DIFFERENCE_REASONS = [
  /** Paid there; pending or failed here. */
  'paid-there',
  /** Completed here; not in the list as paid. */
  'unknown-there',
  'amount-differs',
  /** The money went back there; its votes count here. */
  'refunded-there',
  /** The payer's bank took the money back; nothing here tells of a dispute. */
  'disputed-there',
  /** Paid more than once for one payment of ours, or listed more than once. */
  'listed-twice',
  /** One record there, by which two payments were counted here. */
  'counted-twice',
  /** Names a payment as ours that we do not have. */
  'unknown-here',
] as const;
export type DifferenceReason = (typeof DIFFERENCE_REASONS)[number];

/** How a difference came to its end. */
export const DIFFERENCE_RESOLUTIONS = [
  /** Asked again, the payment agrees with the list. */
  'settled',
  /** An administrator has looked and left it as it is. */
  'closed',
] as const;
export type DifferenceResolution = (typeof DIFFERENCE_RESOLUTIONS)[number];

/** Money that went back to a payer and is written down beside the payment. */
export const RETURN_KINDS = [
  /** All of it, outside this product: the votes were taken back. */
  'by-hand',
  /** A part of a card payment: the votes stay. */
  'in-part',
] as const;
export type ReturnKind = (typeof RETURN_KINDS)[number];

/** What an action about the books of all days is about. */
export const WHOLE_EVENT = 'event';
