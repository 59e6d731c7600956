import type { Acceptance } from '../provider';
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
