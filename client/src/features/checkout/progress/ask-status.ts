import { isMissing, request } from '#client/lib/api';
import type { PaymentState } from '#shared/contracts/payments';

/** On a bad network an answer can hang for minutes; after this long the check counts as lost. */
const ANSWER_TIMEOUT_MS = 15_000;

export type StatusAnswer = PaymentState | 'connection-lost' | 'payment-unknown';

/** One status check. Everything but a clear answer, a gateway's error page too, is a lost connection. */
export async function askStatus(paymentId: string, signal: AbortSignal): Promise<StatusAnswer> {
  const tooLate = new AbortController();
  const giveUp = () => tooLate.abort();
  const timer = setTimeout(giveUp, ANSWER_TIMEOUT_MS);
  signal.addEventListener('abort', giveUp);
  try {
    return await request<PaymentState>('GET', `/api/payment/${paymentId}/status`, {
      signal: tooLate.signal,
    });
  } catch (error) {
    // The database was reset, or the stored id was never one of ours.
    return isMissing(error) ? 'payment-unknown' : 'connection-lost';
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', giveUp);
  }
}
