import type { FailureReason } from '#shared/domain/payment';

/** Maps a provider's failure code, in capitals and underscores, to our failure reason. */
export type FailureTable = Readonly<Record<string, FailureReason>>;

/**
 * Failure codes of MTN's wallet platform, as its API returns them and aggregators pass them on.
 * Errors of our set-up are shown to the voter as `unavailable`.
 */
export const MTN_FAILURES: FailureTable = {
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
  // Covers missing funds and other causes, so no single cause can be shown to the voter.
  INTERNAL_PROCESSING_ERROR: 'unknown',
  RESOURCE_NOT_FOUND: 'unknown',
  RESOURCE_ALREADY_EXIST: 'unknown',
};

/** Free texts of mobile operators that publish no list. The first match wins. */
const PHRASES: readonly (readonly [RegExp, FailureReason])[] = [
  [/NOT_ENOUGH|INSUFFICIENT|LOW_BALANCE/, 'insufficient-funds'],
  [/LIMIT_(REACHED|EXCEEDED)/, 'limit-reached'],
  [/(WRONG|INVALID|INCORRECT)_PIN/, 'wrong-pin'],
  [/REJECTED|CANCELL?ED|DECLINED|REFUSED/, 'declined'],
  [/EXPIRED|TIME_?OUT|TIMED_OUT/, 'expired'],
  [/NOT_REGISTERED|NO_WALLET/, 'no-wallet'],
];

/**
 * Returns our code for the provider's reason: from the provider's table, then from phrases that all
 * providers use.
 * @param text as received, null when there was none
 */
export function failureReasonIn(table: FailureTable, text: string | null): FailureReason {
  const code = text?.trim().toUpperCase().replace(/\W+/g, '_') ?? '';
  const mapped = Object.hasOwn(table, code) ? table[code] : undefined;
  return mapped ?? PHRASES.find(([pattern]) => pattern.test(code))?.[1] ?? 'unknown';
}
