import { ApiError } from '#client/lib/api/request';
import type { PaymentMethod } from '#shared/domain/payment';
import { FAILURE_REASONS, type FailureReason } from '#shared/domain/payment';

type NamedFailure = Exclude<FailureReason, 'unknown'>;

/** Server error codes that have their own text, besides the failure reasons. */
const REFUSAL_CODES = [
  'validation',
  'voting-closed',
  'method-off',
  'operator-unavailable',
  'price-changed',
  'idempotency-key-reused',
  'nominations-invalid',
  'card-declines',
  'earlier-paid',
] as const;
type RefusalCode = (typeof REFUSAL_CODES)[number];

/** Reasons whose usual text is about mobile money, so that cards need a different one. */
const CARD_REASONS = [
  'declined',
  'insufficient-funds',
  'expired',
  'limit-reached',
  'unavailable',
] as const;
type CardReason = (typeof CARD_REASONS)[number];

const isCardReason = (reason: string): reason is CardReason =>
  CARD_REASONS.some((known) => known === reason);

const isNamedFailure = (code: string): code is NamedFailure =>
  code !== 'unknown' && FAILURE_REASONS.some((reason) => reason === code);

const isRefusalCode = (code: string): code is RefusalCode =>
  REFUSAL_CODES.some((refusal) => refusal === code);

/**
 * Returns the key of the text that explains why a payment failed; null when the provider gave no
 * reason we know.
 */
export function failureTextKey(reason: string | null, method: PaymentMethod) {
  if (reason === null || !isNamedFailure(reason)) return null;
  return method === 'card' && isCardReason(reason)
    ? (`checkout.card.failure.${reason}` as const)
    : (`checkout.error.${reason}` as const);
}

/** Limits of one phone, or of a connection that many may share; their texts name a time. */
const LIMIT_CODES = ['prompt-open', 'phone-limit', 'too-many-requests'] as const;

const isLimitCode = (code: string | null): code is (typeof LIMIT_CODES)[number] =>
  LIMIT_CODES.some((limit) => limit === code);

/** Returns the key of the text for a payment that could not be started. */
export function initiationErrorTextKey(error: unknown) {
  if (!(error instanceof ApiError)) return 'checkout.error.generic' as const;
  const { code, status, retryAfterMs } = error;
  if (isLimitCode(code) && retryAfterMs !== null) return `checkout.error.${code}` as const;
  if (code !== null && (isNamedFailure(code) || isRefusalCode(code))) {
    return `checkout.error.${code}` as const;
  }
  // An older server knows fewer providers than the one that this page comes from.
  if (code === 'not-found') return 'checkout.error.page-outdated' as const;
  if (status === 429) return 'checkout.error.rate-limited' as const;
  return 'checkout.error.generic' as const;
}

export type InitiationErrorTextKey =
  | ReturnType<typeof initiationErrorTextKey>
  /** The server did not reject the request: it never arrived. */
  | 'checkout.error.unsent';

/** Texts about a page that showed what is no longer on offer: nothing has failed. */
const OUTDATED = new Set<InitiationErrorTextKey>([
  'checkout.error.voting-closed',
  'checkout.error.method-off',
  'checkout.error.operator-unavailable',
  'checkout.error.price-changed',
  'checkout.error.page-outdated',
]);

export const isAboutOutdatedPage = (textKey: InitiationErrorTextKey): boolean =>
  OUTDATED.has(textKey);
