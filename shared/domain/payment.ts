export const PAYMENT_STATUSES = ['pending', 'completed', 'failed'] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

/** What administrators tell apart: how somebody pays, how that stands, and whether they tried. */
export const PAYMENT_SEGMENTS = [
  'card pending',
  'card pending attempted',
  'card completed',
  'card completed attempted',
  'card failed',
  'card failed attempted',
  'mobile-money pending',
  'mobile-money pending attempted',
  'mobile-money completed',
  'mobile-money completed attempted',
  'mobile-money failed',
  'mobile-money failed attempted',
] as const;
export type PaymentSegment = (typeof PAYMENT_SEGMENTS)[number];

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
