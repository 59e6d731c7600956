import type { Acceptance, ProviderReference, ProviderReport } from '../provider';
import { evidenceOf, isUnanswered, type ProviderResponse, waitBeforeRetry } from './provider-http';

/**
 * Sends a payment request, and once more if the connection was lost. Only for a provider that
 * recognises a repeat by its id. After a timeout the request is not repeated: the voter has waited
 * long enough.
 */
export async function requestWithRepeat(
  send: () => Promise<ProviderResponse>,
  acceptanceOf: (answer: ProviderResponse) => Acceptance,
): Promise<Acceptance> {
  const answer = await send();
  const isWorthRepeating =
    isUnanswered(answer) && answer.wasSent && answer.failure !== 'TimeoutError';
  if (!isWorthRepeating) return acceptanceOf(answer);
  await waitBeforeRetry();
  const second = acceptanceOf(await send());
  // Whatever the second response is, the first request may have been accepted.
  return second.outcome === 'accepted'
    ? second
    : { outcome: 'unknown', evidence: { ...evidenceOf(answer), repeated: true } };
}

/**
 * Reports that the provider has no record of our id. Right after a lost request it may come later,
 * so that this is final only after a while.
 * @param finalAfterMs age of the payment from which it is final
 */
export function reportOfMissing(
  { providerRef, createdAt, askedAt }: ProviderReference,
  answer: ProviderResponse,
  finalAfterMs: number,
): ProviderReport {
  const evidence = evidenceOf(answer);
  const isOld = askedAt.getTime() - createdAt.getTime() > finalAfterMs;
  // A record that was accepted does not disappear, whatever the provider answers now.
  return isOld && providerRef === null
    ? { outcome: 'failed', reason: 'unavailable', providerRef: null, evidence }
    : { outcome: 'missing', evidence };
}
