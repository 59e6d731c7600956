/** Longest period of one uploaded statement, in days. */
export const STATEMENT_MAX_DAYS = 62;

/**
 * Result of comparing one provider's list of one day. A day that goes on is `due`, even if it was
 * compared as far as the list went.
 */
export const COMPARISON_STATES = ['due', 'compared', 'not-compared'] as const;
export type ComparisonState = (typeof COMPARISON_STATES)[number];

/** Reason why a provider's list could not be read to its end. */
export const LIST_TROUBLES = [
  /** No usable response: a timeout, a 5xx, a truncated response. */
  'unanswered',
  /** The provider rejected our credentials. */
  'refused',
  /** The day has more entries than the provider ever returns. */
  'too-many',
  /** Our process died during the comparison. */
  'interrupted',
] as const;
export type ListTrouble = (typeof LIST_TROUBLES)[number];

/**
 * Kinds of differences between a provider's list and our payments; each has a sentence and an
 * action.
 */
export const DIFFERENCE_REASONS = [
  /** Paid at the provider; pending or failed in our data. */
  'paid-there',
  /** Completed in our data; not in the list as paid. */
  'unknown-there',
  'amount-differs',
  /** Refunded at the provider; its votes count in our data. */
  'refunded-there',
  /** The payer's bank took the money back; our data has no dispute. */
  'disputed-there',
  /** One payment of ours was paid or listed more than once. */
  'listed-twice',
  /** Two payments of ours were counted by one provider record. */
  'counted-twice',
  /** Names a payment as ours that our database does not have. */
  'unknown-here',
] as const;
export type DifferenceReason = (typeof DIFFERENCE_REASONS)[number];

/** How a difference was resolved. */
export const DIFFERENCE_RESOLUTIONS = [
  /** A new check made the payment agree with the list. */
  'settled',
  /** Closed by an administrator without a change. */
  'closed',
] as const;
export type DifferenceResolution = (typeof DIFFERENCE_RESOLUTIONS)[number];

/** Kinds of recorded returns of money to a payer. */
export const RETURN_KINDS = [
  /** The full amount, outside this product: the votes were withdrawn. */
  'by-hand',
  /** Part of a card payment: the votes stay. */
  'in-part',
] as const;
export type ReturnKind = (typeof RETURN_KINDS)[number];

/** Entity id of actions on the books of all days. */
export const WHOLE_EVENT = 'event';

/** Figures of a line of the books, each the sum over its payments. */
const SUMMED = [
  'payments',
  'taken',
  'refunded',
  'disputed',
  'partlyReturned',
  'votes',
  'asked',
] as const;
type Summed = Record<(typeof SUMMED)[number], number>;

/** Adds the figures of two lines up; everything else is the first line's. */
export function sumOfLines<Line extends Summed>(a: Line, b: Summed): Line {
  const sum = { ...a };
  for (const figure of SUMMED) Object.assign(sum, { [figure]: a[figure] + b[figure] });
  return sum;
}
