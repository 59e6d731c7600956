import type { PaymentIntentResult, StripeError } from '@stripe/stripe-js';

export type ConfirmationOutcome =
  | { type: 'paid' }
  /** Nothing was charged; the provider supplies the message in the voter's language. */
  | { type: 'declined'; message: string | null }
  /** The fields themselves show the error. */
  | { type: 'invalid' }
  /** The provider rejected the attempt; after a canceled intent only a new one helps. */
  | { type: 'rejected'; isIntentDead: boolean }
  /** Possibly charged, or about to be. */
  | { type: 'unsettled'; isUnexpected: boolean };

/** Maps the provider's response to a confirmation to the outcome of the payment. */
export function outcomeOf({ paymentIntent, error }: PaymentIntentResult): ConfirmationOutcome {
  switch ((paymentIntent ?? error?.payment_intent)?.status) {
    case 'succeeded':
      return { type: 'paid' };
    case 'processing':
      return { type: 'unsettled', isUnexpected: false };
    case 'canceled':
      // If there is no error, the bank's last decline exceeded the limit and the intent was
      // cancelled.
      return error ? { type: 'rejected', isIntentDead: true } : { type: 'declined', message: null };
  }
  if (error) return outcomeOfError(error);
  return paymentIntent.status === 'requires_payment_method'
    ? { type: 'declined', message: null }
    : { type: 'unsettled', isUnexpected: false };
}

/** After every other error it is unknown whether the request arrived. */
function outcomeOfError({ type, code, message = null }: StripeErrorDetails): ConfirmationOutcome {
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

interface StripeErrorDetails extends Pick<StripeError, 'type' | 'code'> {
  message?: string | null;
}
