export const PAYMENT_STATUSES = ['pending', 'completed', 'failed'] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

/**
 * True when the votes were counted and then withdrawn. A reversal is final: a late "paid" about
 * returned money counts nothing.
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

/** Segment for administrators: method, status, and whether there was an attempt. */
export type PaymentSegment = `${PaymentMethod} ${PaymentStatus}${'' | ' attempted'}`;

export interface SegmentParts {
  segment: PaymentSegment;
  method: PaymentMethod;
  status: PaymentStatus;
  isAttempted: boolean;
}

/** All possible segments, named as in `payments.segment`. */
export const PAYMENT_SEGMENTS: readonly SegmentParts[] = PAYMENT_METHODS.flatMap((method) =>
  PAYMENT_STATUSES.flatMap((status): SegmentParts[] => [
    { segment: `${method} ${status}`, method, status, isAttempted: false },
    { segment: `${method} ${status} attempted`, method, status, isAttempted: true },
  ]),
);

/** The segments of all pending payments: an index finds them by it. */
export const PENDING_SEGMENTS: readonly PaymentSegment[] = PAYMENT_SEGMENTS.flatMap(
  ({ segment, status }) => (status === 'pending' ? [segment] : []),
);

/**
 * States of a refund request. Open ones may still be carried out; docs/payments.md has the diagram
 * of their transitions.
 */
export const REFUND_STATUSES = [
  /** Recorded; the provider may not have received it. */
  'requested',
  /** The provider gave no certain response. */
  'unanswered',
  /** The provider accepted it. */
  'accepted',
  /** The provider refused it: nothing was returned by this request. */
  'refused',
  /** The money was returned and the votes were withdrawn. */
  'succeeded',
  /** Nothing was returned: at the last check the provider still had the money. */
  'lapsed',
  /** The payer's bank returned the money. */
  'failed',
] as const;
export type RefundStatus = (typeof REFUND_STATUSES)[number];
export const OPEN_REFUND_STATUSES = [
  'requested',
  'unanswered',
  'accepted',
] as const satisfies readonly RefundStatus[];

/** States of a mail about a payment. */
export const RECEIPT_EMAIL_STATUSES = ['pending', 'sent', 'given-up', 'cancelled'] as const;
export type ReceiptEmailStatus = (typeof RECEIPT_EMAIL_STATUSES)[number];

/** Source of an event; every row of `payment_events` names one. */
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

/** Flags that only an administrator can settle; each has a sentence in both languages. */
export const PAYMENT_FLAGS = [
  /** Paid, but not our amount or currency. */
  'amount-mismatch',
  /** Paid, but the provider's record names a payment other than the one it was made for. */
  'wrong-reference',
  /** Paid, but the provider's record was counted for, or names, another payment of ours. */
  'record-taken',
  /** The votes count, although the voter had seen a refusal by the provider. */
  'paid-after-refusal',
  /** A card was charged after voting had closed: not counted, and refunded automatically. */
  'paid-after-closing',
  /** The votes count, but the provider now reports the payment as failed. */
  'failed-after-completion',
  /** The votes count, but the provider has no such payment. */
  'missing-at-provider',
  /** The provider gave no usable answer for days: checks have stopped. */
  'no-answer',
  /** Pending at a provider that is no longer configured. */
  'provider-removed',
  'partial-refund',
  'disputed',
  /** The payer's bank returned a refund to us. */
  'refund-failed',
] as const;
export type PaymentFlag = (typeof PAYMENT_FLAGS)[number];

/** Frequent searches of administrators. */
export const PAYMENT_LOOKS = ['needed', 'refunds', 'declined'] as const;

export const PAYMENT_ORDERS = ['newest', 'oldest'] as const;
export type PaymentOrder = (typeof PAYMENT_ORDERS)[number];

/** How a flag was settled. */
export const FLAG_RESOLUTIONS = [
  /** Automatically: a later report of the provider agrees with the payment. */
  'settled',
  /** An administrator attached the provider's reference to the payment. */
  'attached',
  /** An administrator returned the money outside this application. */
  'refunded',
  /** Closed by an administrator without a change. */
  'closed',
] as const;
export type FlagResolution = (typeof FLAG_RESOLUTIONS)[number];

/** Codes for why a payment failed; each has a sentence in both languages. */
export const FAILURE_REASONS = [
  'declined',
  'insufficient-funds',
  'expired',
  'wrong-pin',
  'limit-reached',
  'no-wallet',
  'wallet-inactive',
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

/** Reasons that an administrator may give a text of a mobile operator that no rule knows. */
export const NAMEABLE_REASONS = [
  'insufficient-funds',
  'wrong-pin',
  'limit-reached',
  'wallet-inactive',
  'no-wallet',
  'declined',
  'expired',
  'unavailable',
  /** The text says nothing about why. */
  'unknown',
] as const satisfies readonly FailureReason[];
export type NameableReason = (typeof NAMEABLE_REASONS)[number];

/** Longest text of a mobile operator that is kept, in characters. */
export const KEPT_WORDS_MAX_LENGTH = 200;

/** A card was charged after voting had closed: its votes never count, and the money is refunded. */
export const AFTER_CLOSING = 'after-closing' satisfies FailureReason;

/**
 * Maps an unknown code to `unknown`: after a downgrade, the database may contain codes of a later
 * release.
 */
export function asFailureReason(code: string): FailureReason;
export function asFailureReason(code: string | null): FailureReason | null;
export function asFailureReason(code: string | null) {
  return code === null ? null : (FAILURE_REASONS.find((reason) => reason === code) ?? 'unknown');
}

/** Longest reference of a payment or refund that an administrator may type. */
export const REFERENCE_MAX_LENGTH = 100;
/** Longest reason of an administrator's decision about a payment. */
export const REASON_MAX_LENGTH = 500;
