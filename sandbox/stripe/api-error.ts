import type { PaymentError, PaymentIntent } from './objects';

interface ErrorDetails {
  code?: string;
  param?: string;
  payment_intent?: PaymentIntent;
}

interface ErrorFields extends ErrorDetails {
  type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error';
  decline_code?: string;
  message: string;
}

/** The bank's refusal, as the intent keeps it, and the intent. */
type DeclineFields = PaymentError & { payment_intent: PaymentIntent };

interface ErrorKind {
  /**
   * Whether the call was refused before anything was carried out. Such an answer is not kept for
   * its idempotency key: the same key may be used again with better parameters.
   */
  isValidation: boolean;
}

/** An answer in the provider's error format. */
export class StripeApiError extends Error {
  readonly status: number;
  readonly error: ErrorFields | DeclineFields;
  readonly isValidation: boolean;

  constructor(
    status: number,
    error: ErrorFields | DeclineFields,
    { isValidation }: ErrorKind = { isValidation: true },
  ) {
    super(error.message);
    this.status = status;
    this.error = error;
    this.isValidation = isValidation;
  }
}

/** A call whose parameters are wrong. */
export function badRequest(message: string, details: ErrorDetails = {}): StripeApiError {
  return new StripeApiError(400, { type: 'invalid_request_error', message, ...details });
}

/** A call whose parameters are right, but not for the state things are in. */
export function badState(message: string, details: ErrorDetails = {}): StripeApiError {
  const error = { type: 'invalid_request_error' as const, message, ...details };
  return new StripeApiError(400, error, { isValidation: false });
}

export function noSuch(what: string, id: string, param: string): StripeApiError {
  const message = `No such ${what}: '${id}'`;
  const code = 'resource_missing';
  return new StripeApiError(404, { type: 'invalid_request_error', code, message, param });
}

/** A card that cannot be a card, told before the payment knows of it. */
export function badCard(
  code: string,
  param: string,
  message: string,
  declineCode?: string,
): StripeApiError {
  const decline = declineCode === undefined ? {} : { decline_code: declineCode };
  return new StripeApiError(402, { type: 'card_error', code, ...decline, message, param });
}

/** The bank said no; the payment has noted it. */
export function declined(error: PaymentError, paymentIntent: PaymentIntent): StripeApiError {
  const reply = { ...error, payment_intent: paymentIntent };
  return new StripeApiError(402, reply, { isValidation: false });
}
