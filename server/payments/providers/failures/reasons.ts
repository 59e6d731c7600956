import type { FailureReason } from '#shared/domain/payment';
import { plainWords, reasonSaid } from './phrases';

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
  // Sent mostly for missing funds, by MTN in several countries.
  LOW_BALANCE_OR_PAYEE_LIMIT_REACHED_OR_NOT_ALLOWED: 'insufficient-funds',
  TARGET_AUTHORIZATION_ERROR: 'insufficient-funds',
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
  UNSPECIFIED_ERROR: 'unknown',
  RESOURCE_NOT_FOUND: 'unknown',
  RESOURCE_ALREADY_EXIST: 'unknown',
};

/**
 * Returns our code for the provider's reason: from the provider's table, then from the phrases that
 * mobile operators use.
 * @param text as received, null when there was none
 * @returns null when no rule knows the text
 */
export function readFailureReason(table: FailureTable, text: string | null): FailureReason | null {
  if (text === null) return null;
  const code = plainWords(text).toUpperCase().replaceAll(' ', '_');
  const mapped = Object.hasOwn(table, code) ? table[code] : undefined;
  return mapped ?? reasonSaid(text);
}
