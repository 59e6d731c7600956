import type { FailureReason } from '../../../shared/domain/payment';

/**
 * What operators give as the reason of a failure, and aggregators pass on in free text. MTN
 * documents its words (matched whole, whatever stands between them); Orange publishes none, so the
 * rest is what was seen. The first match wins. Faults of our own set-up read as `unavailable`.
 */
const WORDS: readonly [RegExp, FailureReason][] = [
  [/not enough funds|insufficient|low balance/, 'insufficient-funds'],
  [/payer limit reached|limit (reached|exceeded)/, 'limit-reached'],
  [/(wrong|invalid|incorrect) pin/, 'wrong-pin'],
  [/approval rejected|payment not approved|cancell?ed|declined|refused/, 'declined'],
  [/expired|could not perform transaction|payer delayed|time ?out|timed out/, 'expired'],
  [/^(payee|not allowed|invalid) |service unavailable/, 'unavailable'],
  [/payer not found|initiatee not found|not registered/, 'no-wallet'],
];

/** @param text the provider's reason as it came, null when it gave none */
export function failureReasonIn(text: string | null): FailureReason {
  const words = text?.toLowerCase().replaceAll('_', ' ') ?? '';
  return WORDS.find(([pattern]) => pattern.test(words))?.[1] ?? 'unknown';
}
