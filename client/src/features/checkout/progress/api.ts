import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { ApiError, call, isMissing } from '#client/lib/api/request';
import { isObject, objectWith } from '#client/lib/api/response-shape';
import { importOrReload } from '#client/lib/failures/import-or-reload';
import { addTexts } from '#client/lib/i18n';
import type { ErrorCode } from '#shared/contracts/errors';
import type { LookedUpPayment, PaymentStarted, PaymentState } from '#shared/contracts/payments';
import type { Receipt } from '#shared/contracts/receipts';
import { inTime } from '#shared/domain/in-time';
import { CATALOG_AGE_MS } from '#shared/domain/polling';
import { isUuid } from '#shared/domain/uuid';
import { isRecoverable, noteFound } from '../model/open-payments';
import type { CardVerification } from './model/payment-progress';
import { noteSent, type OpenSubmission, openSubmission } from './model/submission';

/** Refetches the totals after a payment has completed: every page will soon count its votes. */
export function useRefetchTotals(): () => void {
  const queryClient = useQueryClient();
  return useCallback(
    () =>
      // Earlier the response might still contain the old totals.
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

/** The server checks with the card provider before it responds. In ms. */
const VERIFICATION_TIMEOUT_MS = 30_000;

type VerificationResult =
  | { outcome: 'paid'; paymentId: string; receiptCode: string | null }
  /** Nothing has been charged so far. */
  | { outcome: 'unfinished' }
  | { outcome: 'no-answer' };

/** Makes the server check with the card provider: the browser's own result proves nothing. */
export async function verifyCard({
  paymentIntentId,
  clientSecret,
}: CardVerification): Promise<VerificationResult> {
  try {
    const confirmed = await inTime(VERIFICATION_TIMEOUT_MS, (signal) =>
      call('POST /api/confirm-payment', { body: { paymentIntentId, clientSecret }, signal }),
    );
    return { outcome: 'paid', ...confirmed };
  } catch (error) {
    const isUnfinished = error instanceof ApiError && error.code === 'payment-unfinished';
    return { outcome: isUnfinished ? 'unfinished' : 'no-answer' };
  }
}

/** Loaded lazily with the receipt: only a voter who has paid needs the code. */
export async function importReceipts() {
  const [receipts] = await Promise.all([
    importOrReload(() => import('#client/features/receipts/index')),
    addTexts('receipts'),
  ]);
  return receipts;
}

/**
 * Loads the receipt of a completed payment together with the code that draws it: without either
 * there is nothing to show, and the voter may retry.
 */
export async function loadReceipt(
  { receiptCode, receipt }: { receiptCode: string | null; receipt: Receipt | undefined },
  signal: AbortSignal,
): Promise<Receipt> {
  if (receiptCode === null) throw new Error('A completed payment has no receipt code');
  const fetched = (limited?: AbortSignal) =>
    call('GET /api/payment/receipt/:receiptCode', {
      params: { receiptCode },
      ...(limited && { signal: limited }),
    });
  const [shown] = await Promise.all([receipt ?? fetched(signal), importReceipts()]);
  // The service worker stores the response for when there is no network.
  if (receipt) fetched().catch(() => {});
  return shown;
}

/**
 * On a bad network a response can take minutes; after this many ms, on top of the time the server
 * may hold it, the check counts as lost.
 */
const ANSWER_TIMEOUT_MS = 15_000;

export type StatusResult = PaymentState | 'connection-lost' | 'payment-unknown';

interface StatusCheck {
  paymentId: string;
  /** How long the server may hold the response until something changes, in ms. */
  waitMs: number;
}

/**
 * Makes one status check. Everything but a valid response, even a gateway's error page, counts as a
 * lost connection.
 */
export async function checkStatus(
  { paymentId, waitMs }: StatusCheck,
  signal: AbortSignal,
): Promise<StatusResult> {
  try {
    const requestStatus = (limited: AbortSignal) =>
      call('GET /api/payment/:paymentId/status', {
        params: { paymentId },
        query: new URLSearchParams(waitMs > 0 ? { waitMs: String(waitMs) } : {}),
        signal: limited,
      });
    const state = await inTime(ANSWER_TIMEOUT_MS + waitMs, requestStatus, signal);
    noteFound(paymentId);
    return state;
  } catch (error) {
    // The database was reset, or the stored id is invalid.
    return isMissing(error) && !isRecoverable(paymentId) ? 'payment-unknown' : 'connection-lost';
  }
}

/** After this many ms a request for a payment counts as lost. */
const SEND_TIMEOUT_MS = 20_000;
/** A request that arrives later, in ms, would show an unexpected prompt on the phone. */
const MAY_START_MS = 5 * 60_000;
/** How long the last request sent may still arrive, in ms. */
const IN_FLIGHT_MS = 30_000;

export type InitiationResult =
  | { outcome: 'started'; paymentId: string; submission: OpenSubmission }
  /** Rejected by the server for good. */
  | { outcome: 'refused'; error: ApiError; submission: OpenSubmission }
  /** It is unknown whether the request arrived. */
  | { outcome: 'lost'; retryAfterMs: number | null }
  /** The server never received the request, which will not be sent again. */
  | { outcome: 'unsent'; submission: OpenSubmission }
  | { outcome: 'settled-elsewhere' };

/**
 * Sends the pending request for a payment, or repeats it with the same idempotency key. Long after
 * the press, and in a tab that did not send it, the server is only asked whether it arrived.
 * @param isRepeat true when a response was lost before
 */
export async function askForPayment(
  isRepeat: boolean,
  signal: AbortSignal,
): Promise<InitiationResult> {
  const submission = openSubmission();
  if (submission === null) return { outcome: 'settled-elsewhere' };
  const ageMs = Date.now() - submission.pressedAt;
  const mayStart = ageMs >= 0 && ageMs < MAY_START_MS;
  try {
    return submission.own && mayStart
      ? await inTime(SEND_TIMEOUT_MS, (limited) => sendSubmission(submission, limited), signal)
      : await inTime(SEND_TIMEOUT_MS, (limited) => lookUp(submission, limited), signal);
  } catch (error) {
    if (submission.own && mayStart && isRefusal(error, isRepeat)) {
      return { outcome: 'refused', error, submission };
    }
    return { outcome: 'lost', retryAfterMs: error instanceof ApiError ? error.retryAfterMs : null };
  }
}

const isId = (answer: unknown): answer is string => typeof answer === 'string' && isUuid(answer);
const isStarted = objectWith<PaymentStarted>({ paymentId: isId });
const isLookedUp = (answer: unknown): answer is LookedUpPayment =>
  isObject(answer) && 'payment' in answer && (answer.payment === null || isStarted(answer.payment));

async function sendSubmission(
  submission: OpenSubmission,
  signal: AbortSignal,
): Promise<InitiationResult> {
  const { key, own } = submission;
  if (own === null || !noteSent(key)) return { outcome: 'settled-elsewhere' };
  const { paymentId } = await call('POST /api/:provider-payment', {
    params: { provider: own.provider },
    body: own.body,
    headers: { 'Idempotency-Key': key },
    signal,
    isAnswer: isStarted,
  });
  return { outcome: 'started', paymentId, submission };
}

async function lookUp(submission: OpenSubmission, signal: AbortSignal): Promise<InitiationResult> {
  const { payment } = await call('POST /api/payment-lookup', {
    body: { idempotencyKey: submission.key },
    signal,
    isAnswer: isLookedUp,
  });
  if (payment) return { outcome: 'started', paymentId: payment.paymentId, submission };
  // Another tab may have sent it meanwhile.
  const sinceSentMs = Date.now() - (openSubmission()?.sentAt ?? 0);
  return sinceSentMs >= 0 && sinceSentMs < IN_FLIGHT_MS
    ? { outcome: 'lost', retryAfterMs: null }
    : { outcome: 'unsent', submission };
}

/**
 * True for an error code of our server. After a server error the payment may still have started,
 * and after a lost response nothing is certain until the server has looked for the first request.
 */
function isRefusal(error: unknown, isRepeat: boolean): error is ApiError {
  if (!(error instanceof ApiError) || error.code === null || error.status >= 500) return false;
  return !isRepeat || !NOT_LOOKED_UP.has(error.code);
}

/** Codes that the server may send before looking for an earlier request with the same key. */
const NOT_LOOKED_UP = new Set<ErrorCode>(['too-many-requests', 'rate-limited', 'not-found']);
