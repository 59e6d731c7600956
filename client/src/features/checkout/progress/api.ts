import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { ApiError, call, isMissing } from '#client/lib/api/request';
import { importOrReload } from '#client/lib/import-or-reload';
import type { PaymentState } from '#shared/contracts/payments';
import type { Receipt } from '#shared/contracts/receipts';
import { CATALOG_AGE_MS } from '#shared/domain/polling';
import type { CardVerification } from './model/payment-progress';

/** For a payment just completed: the totals on every page count its votes soon. */
export function useRecount(): () => void {
  const queryClient = useQueryClient();
  return useCallback(
    () =>
      // Sooner they might be those of before.
      void setTimeout(
        () =>
          void queryClient.invalidateQueries({
            predicate: ({ queryKey: [path] }) => String(path).startsWith('/api/nominations'),
          }),
        CATALOG_AGE_MS,
      ),
    [queryClient],
  );
}

/** The server checks with the card provider before it answers. */
const VERIFICATION_TIMEOUT_MS = 30_000;

type VerificationAnswer =
  | { outcome: 'paid'; paymentId: string; receiptCode: string | null }
  /** Nothing has been charged, or not yet. */
  | { outcome: 'unfinished' }
  | { outcome: 'no-answer' };

/** Has the server check with the card provider: what the browser says is no proof. */
export async function verifyCard({
  paymentIntentId,
  clientSecret,
}: CardVerification): Promise<VerificationAnswer> {
  try {
    const confirmed = await call('POST /api/confirm-payment', {
      body: { paymentIntentId, clientSecret },
      signal: AbortSignal.timeout(VERIFICATION_TIMEOUT_MS),
    });
    return { outcome: 'paid', ...confirmed };
  } catch (error) {
    const isUnfinished = error instanceof ApiError && error.code === 'payment-unfinished';
    return { outcome: isUnfinished ? 'unfinished' : 'no-answer' };
  }
}

/** Only a voter who has paid needs the receipt's code; it is fetched beside the receipt. */
export const importReceipts = () => importOrReload(() => import('../../receipts'));

/**
 * The receipt of a completed payment, together with the code that draws it: without either there
 * is nothing to show, and the voter may try again.
 */
export async function loadReceipt(
  receiptCode: string | null,
  signal: AbortSignal,
): Promise<Receipt> {
  if (receiptCode === null) throw new Error('A completed payment has no receipt code');
  const [receipt] = await Promise.all([
    call('GET /api/payment/receipt/:receiptCode', { params: { receiptCode }, signal }),
    importReceipts(),
  ]);
  return receipt;
}

/**
 * On a bad network an answer can hang for minutes; after this long, beyond what the server may hold
 * it, the check counts as lost.
 */
const ANSWER_TIMEOUT_MS = 15_000;

export type StatusAnswer = PaymentState | 'connection-lost' | 'payment-unknown';

interface StatusCheck {
  paymentId: string;
  /** How long the server may hold the answer until there is news, in ms. */
  waitMs: number;
}

/** One status check. Everything but a clear answer, a gateway's error page too, is a lost connection. */
export async function checkStatus(
  { paymentId, waitMs }: StatusCheck,
  signal: AbortSignal,
): Promise<StatusAnswer> {
  const tooLate = new AbortController();
  const giveUp = () => tooLate.abort();
  const timer = setTimeout(giveUp, ANSWER_TIMEOUT_MS + waitMs);
  signal.addEventListener('abort', giveUp);
  try {
    return await call('GET /api/payment/:paymentId/status', {
      params: { paymentId },
      query: new URLSearchParams(waitMs > 0 ? { waitMs: String(waitMs) } : {}),
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
