import type { PaymentIntentResult, StripeError } from '@stripe/stripe-js';

export type ConfirmationOutcome =
  | { type: 'paid' }
  /** Nothing was charged; in the provider's words, in the voter's language. */
  | { type: 'declined'; message: string | null }
  /** The fields say themselves what is wrong with them. */
  | { type: 'invalid' }
  /** The provider would not even try; after a canceled intent only another one helps. */
  | { type: 'rejected'; isIntentDead: boolean }
  /** Perhaps charged, or about to be. */
  | { type: 'unsettled'; isUnexpected: boolean };

/** What the provider's answer to a confirmation means for the payment. */
export function outcomeOf({ paymentIntent, error }: PaymentIntentResult): ConfirmationOutcome {
  switch ((paymentIntent ?? error?.payment_intent)?.status) {
    case 'succeeded':
      return { type: 'paid' };
    case 'processing':
      return { type: 'unsettled', isUnexpected: false };
    case 'canceled':
      // Without an error the bank's no was one too many, and the intent was canceled upon it.
      return error ? { type: 'rejected', isIntentDead: true } : { type: 'declined', message: null };
  }
  if (error) return outcomeOfError(error);
  return paymentIntent.status === 'requires_payment_method'
    ? { type: 'declined', message: null }
    : { type: 'unsettled', isUnexpected: false };
}

/** After every other error it is unknown whether the request arrived. */
function outcomeOfError({ type, code, message = null }: ErrorAnswer): ConfirmationOutcome {
  switch (type) {
    case 'card_error':
      return { type: 'declined', message };
    case 'validation_error':
      return { type: 'invalid' };
    case 'invalid_request_error':
      return code === 'payment_intent_authentication_failure'
        ? { type: 'declined', message }
        : { type: 'rejected', isIntentDead: false };
    case 'authentication_error':
    case 'rate_limit_error':
      return { type: 'rejected', isIntentDead: false };
    default:
      return { type: 'unsettled', isUnexpected: true };
  }
}

interface ErrorAnswer extends Pick<StripeError, 'type' | 'code'> {
  message?: string | null;
}
