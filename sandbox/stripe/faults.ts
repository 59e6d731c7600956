import type { Fault } from '#sandbox/faults';

export type Endpoint =
  | 'paymentIntents.create'
  | 'paymentIntents.retrieve'
  | 'paymentIntents.update'
  | 'paymentIntents.confirm'
  | 'paymentIntents.cancel'
  | 'refunds.create'
  | 'refunds.retrieve'
  | 'refunds.list'
  | 'charges.retrieve'
  | 'disputes.retrieve'
  | 'disputes.list'
  | 'events.list'
  | 'balanceTransactions.list'
  | 'challenges.answer';

/** Predefined faults of the provider. */
export const STRIPE_FAULTS = {
  serverError: {
    kind: 'answer',
    status: 500,
    body: { error: { type: 'api_error', message: 'An unknown error occurred' } },
  },
  /** The charge succeeds, but the caller gets an error, and so does a repeat with the same key. */
  serverErrorAfterEffect: {
    kind: 'answer',
    status: 500,
    body: { error: { type: 'api_error', message: 'An unknown error occurred' } },
    takesEffect: true,
    isKept: true,
  },
  rateLimit: {
    kind: 'answer',
    status: 429,
    body: {
      error: {
        type: 'invalid_request_error',
        code: 'rate_limit',
        message: 'Request rate limit exceeded.',
      },
    },
  },
  notJson: {
    kind: 'answer',
    status: 200,
    body: '<html><body>Gateway error</body></html>',
  },
} as const satisfies Record<string, Fault>;
