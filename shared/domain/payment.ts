export const PAYMENT_STATUSES = ['pending', 'completed', 'failed'] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

/**
 * Its votes were counted and taken back. Once reversed, always reversed: a late "paid" about money
 * that went back counts nothing.
 */
export const isReversed = ({
  status,
  completedAt,
}: {
  status: PaymentStatus;
  completedAt: Date | null;
}): boolean => status === 'failed' && completedAt !== null;

export const PAYMENT_METHODS = ['card', 'mobile-money'] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];

/** @param provider as in `payments.provider`: `stripe`, or the name of a mobile money provider */
export const methodOf = (provider: string): PaymentMethod =>
  provider === 'stripe' ? 'card' : 'mobile-money';

/** What administrators tell apart: the method, the status, and whether there was an attempt. */
export type PaymentSegment = `${PaymentMethod} ${PaymentStatus}${'' | ' attempted'}`;

export interface SegmentParts {
  segment: PaymentSegment;
  method: PaymentMethod;
  status: PaymentStatus;
  isAttempted: boolean;
}

/** Every kind of payment there can be, named as in `payments.segment`. */
export const PAYMENT_SEGMENTS: readonly SegmentParts[] = PAYMENT_METHODS.flatMap((method) =>
  PAYMENT_STATUSES.flatMap((status): SegmentParts[] => [
    { segment: `${method} ${status}`, method, status, isAttempted: false },
    { segment: `${method} ${status} attempted`, method, status, isAttempted: true },
  ]),
);

/**
 * A request to give a card payment's money back. Open ones may still be carried out; docs/payments.md
 * draws how they follow each other.
 */
export const REFUND_STATUSES = [
  /** Written down; the provider may not have heard of it. */
  'requested',
  /** The provider did not answer for certain. */
  'unanswered',
  /** The provider took it on. */
  'accepted',
  /** The provider said no: nothing went back by this request. */
  'refused',
  /** The money went back and the votes were taken back. */
  'succeeded',
  /** At the last check the provider still had the money. */
  'lapsed',
  /** The payer's bank sent the money back. */
  'failed',
] as const;
export type RefundStatus = (typeof REFUND_STATUSES)[number];
export const OPEN_REFUND_STATUSES = [
  'requested',
  'unanswered',
  'accepted',
] as const satisfies readonly RefundStatus[];

/** Who moved a payment; every row of `payment_events` names one. */
export const PAYMENT_EVENT_SOURCES = [
  'create',
  'attempt',
  'webhook',
  'poll',
  'confirm',
  'reconcile',
  'admin',
  'refund',
] as const;
export type PaymentEventSource = (typeof PAYMENT_EVENT_SOURCES)[number];

/** What only a person can settle; each has a sentence for administrators in both languages. */
export const PAYMENT_FLAGS = [
  /** Paid, but not our amount or currency. */
  'amount-mismatch',
  /** Paid, but the provider's record names another payment than the one it was made for. */
  'wrong-reference',
  /** Paid, but the provider's record was counted for another payment, or is another one's of ours. */
  'record-taken',
  /** The votes count: the voter was told that the provider had refused the payment. */
  'paid-after-refusal',
  /** A card was charged after voting had closed: not counted, and given back by itself. */
  'paid-after-closing',
  /** The votes count, and the provider says now that the payment failed. */
  'failed-after-completion',
  /** The votes count, and the provider knows no such payment. */
  'missing-at-provider',
  /** For days the provider gave no usable answer: nobody asks it any more. */
  'no-answer',
  /** Pending at a provider that is not set up any more. */
  'provider-removed',
  'partial-refund',
  'disputed',
  /** The payer's bank sent a refund back. */
  'refund-failed',
] as const;
export type PaymentFlag = (typeof PAYMENT_FLAGS)[number];

/** What administrators look for again and again among the payments. */
export const PAYMENT_LOOKS = ['needed', 'refunds', 'declined'] as const;

export const PAYMENT_ORDERS = ['newest', 'oldest'] as const;
export type PaymentOrder = (typeof PAYMENT_ORDERS)[number];

/** How a flag was settled. */
export const FLAG_RESOLUTIONS = [
  /** By itself: the provider's later answer contradicts nothing any more. */
  'settled',
  /** An administrator gave the payment the provider's reference. */
  'attached',
  /** An administrator gave the money back outside this product. */
  'refunded',
  /** An administrator has looked and left it as it is. */
  'closed',
] as const;
export type FlagResolution = (typeof FLAG_RESOLUTIONS)[number];

/** Our own short codes for why a payment failed; each has a sentence in both languages. */
export const FAILURE_REASONS = [
  'declined',
  'insufficient-funds',
  'expired',
  'wrong-pin',
  'limit-reached',
  'no-wallet',
  'unsupported-operator',
  'unavailable',
  'expired-card',
  'wrong-cvc',
  'processing-error',
  'authentication-failed',
  'refunded',
  'disputed',
  'after-closing',
  'unknown',
] as const;
export type FailureReason = (typeof FAILURE_REASONS)[number];

/** A card was charged after voting had closed: its votes never count, and the money goes back. */
export const AFTER_CLOSING = 'after-closing' satisfies FailureReason;

/** Codes of a later release may be in the database after a step back to this one: `unknown`. */
export function asFailureReason(code: string): FailureReason;
export function asFailureReason(code: string | null): FailureReason | null;
export function asFailureReason(code: string | null) {
  return code === null ? null : (FAILURE_REASONS.find((reason) => reason === code) ?? 'unknown');
}
