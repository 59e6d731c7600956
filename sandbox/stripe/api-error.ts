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

/** The bank's decline, as stored in the intent, and the intent. */
type DeclineFields = PaymentError & { payment_intent: PaymentIntent };

interface ErrorKind {
  /**
   * True when the call was refused before anything was carried out. Such a response is not stored
   * for its idempotency key: the key may be used again with other parameters.
   */
  isValidation: boolean;
}

/** An error in the provider's format. */
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

/** An error for invalid parameters. */
export function badRequest(message: string, details: ErrorDetails = {}): StripeApiError {
  return new StripeApiError(400, { type: 'invalid_request_error', message, ...details });
}

/** An error for valid parameters that do not fit the current state. */
export function badState(message: string, details: ErrorDetails = {}): StripeApiError {
  const error = { type: 'invalid_request_error' as const, message, ...details };
  return new StripeApiError(400, error, { isValidation: false });
}

export function noSuch(what: string, id: string, param: string): StripeApiError {
  const message = `No such ${what}: '${id}'`;
  const code = 'resource_missing';
  return new StripeApiError(404, { type: 'invalid_request_error', code, message, param });
}

/** An error for impossible card data, before the payment is affected. */
export function badCard(
  code: string,
  param: string,
  message: string,
  declineCode?: string,
): StripeApiError {
  const decline = declineCode === undefined ? {} : { decline_code: declineCode };
  return new StripeApiError(402, { type: 'card_error', code, ...decline, message, param });
}

/** An error for a decline by the bank, which the payment has recorded. */
export function declined(error: PaymentError, paymentIntent: PaymentIntent): StripeApiError {
  const reply = { ...error, payment_intent: paymentIntent };
  return new StripeApiError(402, reply, { isValidation: false });
}
