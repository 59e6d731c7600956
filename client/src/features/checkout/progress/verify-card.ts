import { ApiError, request } from '#client/lib/api';
import type { CardConfirmed } from '#shared/contracts/payments';
import type { CardVerification } from './payment-progress';

/** The server asks the card provider meanwhile, which may take its time. */
const ANSWER_TIMEOUT_MS = 30_000;

export type VerificationAnswer =
  | { outcome: 'paid'; paymentId: string }
  /** Nothing has been charged, or not yet. */
  | { outcome: 'unfinished' }
  | { outcome: 'no-answer' };

/** Has the server ask the card provider itself: the browser's word is no proof. */
export async function verifyCard({
  paymentIntentId,
  clientSecret,
}: CardVerification): Promise<VerificationAnswer> {
  try {
    const { paymentId } = await request<CardConfirmed>('POST', '/api/confirm-payment', {
      body: { paymentIntentId, clientSecret },
      signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
    });
    return { outcome: 'paid', paymentId };
  } catch (error) {
    const isUnfinished = error instanceof ApiError && error.code === 'payment-unfinished';
    return { outcome: isUnfinished ? 'unfinished' : 'no-answer' };
  }
}
