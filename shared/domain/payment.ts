export const PAYMENT_STATUSES = ['pending', 'completed', 'failed'] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

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
