import Stripe from 'stripe';
import type { z } from 'zod';
import type { Evidence } from '#shared/contracts/payment-events';
import type { FailureReason } from '#shared/domain/payment';
import type { IntentAnswer } from './provider';

const DEFAULT_RETRY_AFTER_S = 5;

/** Decline codes first, then error codes; whatever is not named here is a plain decline. */
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

/** Why the bank said no; a lost or stolen card is told apart from no other (Stripe asks for that). */
export const declineReason = ({ code, decline_code }: Decline): FailureReason =>
  REASONS[decline_code ?? ''] ?? REASONS[code ?? ''] ?? 'declined';

/**
 * An answer without the object that was asked for. The SDK takes any JSON without `error` for success,
 * whatever its status: such as a gateway's that its server did not answer.
 */
class UnusableAnswer extends Error {}

/** @throws UnusableAnswer, and whatever the SDK throws */
export async function readAnswer<Schema extends z.ZodType>(
  schema: Schema,
  call: Promise<unknown>,
): Promise<z.output<Schema>> {
  const read = schema.safeParse(await call);
  if (!read.success) throw new UnusableAnswer('an answer without the object that was asked for');
  return read.data;
}

/**
 * What an error says about the call that met it. Only a 4xx is certain: anything else may have
 * taken effect.
 *
 * @throws whatever is no error of the SDK's, which is a bug of ours
 */
export function answerOf(error: unknown): Exclude<IntentAnswer, { outcome: 'ready' }> {
  if (error instanceof UnusableAnswer) {
    return { outcome: 'unknown', evidence: { error: 'UnusableAnswer' } };
  }
  if (!(error instanceof Stripe.errors.StripeError)) throw error;
  const evidence = evidenceOf(error);
  if (error instanceof Stripe.errors.StripeRateLimitError) {
    const told = Number(error.headers?.['retry-after']);
    const retryAfterSeconds = told > 0 ? Math.ceil(told) : DEFAULT_RETRY_AFTER_S;
    return { outcome: 'rate-limited', retryAfterSeconds, evidence };
  }
  if (error.code === 'payment_intent_unexpected_state' || error.code === 'resource_missing') {
    return { outcome: 'moved-on' };
  }
  // An idempotency key that was used for something else: that something may have been done.
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
