import Stripe from 'stripe';
import type { z } from 'zod';
import type { Evidence } from '#shared/contracts/payment-events';
import type { FailureReason } from '#shared/domain/payment';
import type { IntentResult } from './provider';

const DEFAULT_RETRY_AFTER_S = 5;

/** Decline codes first, then error codes; any other code is a plain decline. */
const REASONS: Readonly<Record<string, FailureReason>> = {
  insufficient_funds: 'insufficient-funds',
  expired_card: 'expired-card',
  incorrect_cvc: 'wrong-cvc',
  invalid_cvc: 'wrong-cvc',
  processing_error: 'processing-error',
  authentication_required: 'authentication-failed',
  payment_intent_authentication_failure: 'authentication-failed',
};

interface Decline {
  code?: string | null | undefined;
  decline_code?: string | null | undefined;
}

/**
 * Returns why the bank declined. Lost and stolen cards are not distinguished, as Stripe requires.
 */
export const declineReason = ({ code, decline_code }: Decline): FailureReason =>
  REASONS[decline_code ?? ''] ?? REASONS[code ?? ''] ?? 'declined';

/**
 * A response without the requested object. The SDK takes any JSON without `error` for success,
 * whatever its status, such as a gateway's when its server did not respond.
 */
class UnusableAnswer extends Error {}

/** @throws UnusableAnswer, and any error of the SDK */
export async function readAnswer<Schema extends z.ZodType>(
  schema: Schema,
  call: Promise<unknown>,
): Promise<z.output<Schema>> {
  const read = schema.safeParse(await call);
  if (!read.success) throw new UnusableAnswer('a response without the requested object');
  return read.data;
}

/**
 * Converts an SDK error to the result of the call. Only a 4xx is certain: any other failure may
 * have taken effect.
 *
 * @throws any error that is not the SDK's, which is a bug in our code
 */
export function answerOf(error: unknown): Exclude<IntentResult, { outcome: 'ready' }> {
  if (error instanceof UnusableAnswer) {
    return { outcome: 'unknown', evidence: { error: 'UnusableAnswer' } };
  }
  if (!(error instanceof Stripe.errors.StripeError)) throw error;
  const evidence = evidenceOf(error);
  if (error instanceof Stripe.errors.StripeRateLimitError) {
    const headerSeconds = Number(error.headers?.['retry-after']);
    const retryAfterSeconds = headerSeconds > 0 ? Math.ceil(headerSeconds) : DEFAULT_RETRY_AFTER_S;
    return { outcome: 'rate-limited', retryAfterSeconds, evidence };
  }
  if (error.code === 'payment_intent_unexpected_state' || error.code === 'resource_missing') {
    return { outcome: 'moved-on' };
  }
  // The idempotency key was used for another request, which may have been carried out.
  const isCertain =
    isClientError(error.statusCode) && !(error instanceof Stripe.errors.StripeIdempotencyError);
  return { outcome: isCertain ? 'refused' : 'unknown', evidence };
}

/** 409 means that the same request is being carried out at this moment. */
const isClientError = (status: number | undefined) =>
  status !== undefined && status >= 400 && status < 500 && status !== 409;

/** Codes only: the text of an error may repeat what was sent. */
const evidenceOf = ({
  type,
  code,
  statusCode,
  requestId,
}: Stripe.errors.StripeError): Evidence => ({
  error: type,
  code: code ?? null,
  httpStatus: statusCode ?? null,
  requestId: requestId ?? null,
});
