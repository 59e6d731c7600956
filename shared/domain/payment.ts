export const PAYMENT_STATUSES = ['pending', 'completed', 'failed'] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

const METHODS = ['card', 'mobile-money'] as const;
type Method = (typeof METHODS)[number];

/** What administrators tell apart: how somebody pays, how that stands, and whether they tried. */
export type PaymentSegment = `${Method} ${PaymentStatus}${'' | ' attempted'}`;

export interface SegmentParts {
  segment: PaymentSegment;
  method: Method;
  status: PaymentStatus;
  isAttempted: boolean;
}

/** Every kind of payment there can be, named as in `payments.segment`. */
export const PAYMENT_SEGMENTS: readonly SegmentParts[] = METHODS.flatMap((method) =>
  PAYMENT_STATUSES.flatMap((status): SegmentParts[] => [
    { segment: `${method} ${status}`, method, status, isAttempted: false },
    { segment: `${method} ${status} attempted`, method, status, isAttempted: true },
  ]),
);

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
  'unknown',
] as const;
export type FailureReason = (typeof FAILURE_REASONS)[number];
