import type { FailureReason } from '#shared/domain/payment';

/** From a provider's word for a failure, in capitals and underscores, to ours. */
export type FailureTable = Readonly<Record<string, FailureReason>>;

/**
 * The words of MTN's wallet platform: its own API gives them, aggregators pass them on. What is
 * wrong with our own set-up is `unavailable` to the voter.
 */
export const MTN_WORDS: FailureTable = {
  APPROVAL_REJECTED: 'declined',
  PAYMENT_NOT_APPROVED: 'declined',
  TRANSACTION_CANCELED: 'declined',
  EXPIRED: 'expired',
  COULD_NOT_PERFORM_TRANSACTION: 'expired',
  PAYER_DELAYED: 'expired',
  NOT_ENOUGH_FUNDS: 'insufficient-funds',
  PAYER_LIMIT_REACHED: 'limit-reached',
  PAYER_NOT_FOUND: 'no-wallet',
  PAYEE_NOT_FOUND: 'unavailable',
  PAYEE_NOT_ALLOWED_TO_RECEIVE: 'unavailable',
  NOT_ALLOWED: 'unavailable',
  NOT_ALLOWED_TARGET_ENVIRONMENT: 'unavailable',
  INVALID_CALLBACK_URL_HOST: 'unavailable',
  INVALID_CURRENCY: 'unavailable',
  SERVICE_UNAVAILABLE: 'unavailable',
  // Missing funds among other things: too vague to tell the voter one of them.
  INTERNAL_PROCESSING_ERROR: 'unknown',
  RESOURCE_NOT_FOUND: 'unknown',
  RESOURCE_ALREADY_EXIST: 'unknown',
};

/** Free text of operators that publish no list. The first that matches wins. */
const PHRASES: readonly (readonly [RegExp, FailureReason])[] = [
  [/NOT_ENOUGH|INSUFFICIENT|LOW_BALANCE/, 'insufficient-funds'],
  [/LIMIT_(REACHED|EXCEEDED)/, 'limit-reached'],
  [/(WRONG|INVALID|INCORRECT)_PIN/, 'wrong-pin'],
  [/REJECTED|CANCELL?ED|DECLINED|REFUSED/, 'declined'],
  [/EXPIRED|TIME_?OUT|TIMED_OUT/, 'expired'],
  [/NOT_REGISTERED|NO_WALLET/, 'no-wallet'],
];

/**
 * Looks the provider's reason up in its own table, then among the phrases seen everywhere.
 * @param text as it came, null when it gave none
 */
export function failureReasonIn(table: FailureTable, text: string | null): FailureReason {
  const words = text?.trim().toUpperCase().replace(/\W+/g, '_') ?? '';
  const known = Object.hasOwn(table, words) ? table[words] : undefined;
  return known ?? PHRASES.find(([pattern]) => pattern.test(words))?.[1] ?? 'unknown';
}
