import type { PaymentState } from '#shared/contracts/payments';
import { COUNTED_ATTEMPTS, MAX_WAIT_MS, waitAfterAttempt } from '#shared/domain/polling';
import type { OpenPayment } from '../../model/open-payments';
import { afterCardEvent } from './card-progress';
import {
  type Checking,
  firstCheck,
  followedQuietly,
  foundSubmission,
  IDLE,
  type Initiating,
  isChecking,
  openPaymentIn,
  type PaymentEvent,
  type PaymentOrder,
  type PaymentProgress,
  type StatusChecks,
  waitingOrderOf,
} from './payment-progress';

/** Returns the wait after a request without a response: longer each time, up to 10 s. */
export const waitAfterLoss = (lostChecks: number): number =>
  Math.min(2_000 * 2 ** (lostChecks - 1), 10_000);

/**
 * Returns how long the server may hold the response of the running check, in ms: until the next one
 * is due. 0 when the voter waits for any response, and when the connection cuts held responses.
 */
export function mayHoldMs(checks: Checking): number {
  const isGivingUp = checks.phase === 'uncertain' && checks.isGivingUp;
  if (checks.isPlain || checks.lostChecks > 0 || isGivingUp) return 0;
  const holdMs = Math.min(waitAfterAttempt(checks.attempt), MAX_WAIT_MS);
  // A lapsing prompt is a change too.
  return checks.lapsesInMs ? Math.min(holdMs, checks.lapsesInMs + LAPSE_MARGIN_MS) : holdMs;
}

/** Margin in ms, so that the server agrees that the prompt has lapsed. */
const LAPSE_MARGIN_MS = 250;

/** Checks at once without counting another attempt, whether or not a request is running. */
const checkAgain = <T extends Checking | Initiating>(checks: T): T => ({
  ...checks,
  requestNumber: checks.requestNumber + 1,
  nextCheckInMs: 0,
});

/**
 * Returns what the voter sees after an event, for mobile money and card. An event that does not
 * apply to the present phase changes nothing.
 */
export function nextProgress(progress: PaymentProgress, event: PaymentEvent): PaymentProgress {
  switch (event.type) {
    case 'submitted':
      return progress.phase === 'idle' ? sending(event.order) : progress;
    case 'initiated':
      return progress.phase === 'initiating'
        ? {
            phase: 'polling',
            order: progress.order && { ...progress.order, since: event.at },
            ...firstCheck({ paymentId: event.paymentId, method: 'mobile-money' }),
          }
        : progress;
    case 'answerSlow':
      return progress.phase === 'initiating' ? { ...progress, isSlow: true } : progress;
    case 'overlayClosed':
      return progress.phase === 'initiating' ? { ...progress, order: null } : progress;
    case 'submissionFound':
      return progress.phase === 'idle' ? foundSubmission(false) : progress;
    case 'submissionSettled':
      return progress.phase === 'initiating' ? IDLE : progress;
    case 'initiationFailed':
      return progress.phase === 'initiating'
        ? {
            phase: 'idle',
            failure: {
              stage: 'initiation',
              method: 'mobile-money',
              textKey: event.textKey,
              message: event.message,
              retryAt: event.retryAt,
              openPaymentId: event.openPaymentId,
            },
          }
        : progress;
    case 'cardSubmitted':
    case 'cardWithdrawn':
    case 'cardAttempted':
    case 'bankReopened':
    case 'cardPaid':
    case 'cardDeclined':
    case 'cardUnsettled':
    case 'cardVerified':
      return afterCardEvent(progress, event);
    case 'countdownEnded':
      return progress.phase === 'polling' ? { ...progress, order: null } : progress;
    case 'statusReceived':
      return isChecking(progress) ? afterStatus(progress, event) : progress;
    case 'answerHeld':
      // Shows the text that the response will lead to; the request continues.
      return isChecking(progress) && progress.phase !== 'uncertain'
        ? whilePending(progress)
        : progress;
    case 'heldAnswerCut':
      return isChecking(progress)
        ? { ...checkAgain(progress), isPlain: true, spentMs: event.afterMs }
        : progress;
    case 'connectionLost':
      if (progress.phase === 'initiating') return unanswered(progress, event.retryAfterMs ?? 0);
      return isChecking(progress) ? afterLoss(progress) : progress;
    case 'paymentUnknown':
      return isChecking(progress) ? afterUnknown(progress, event.wasNamed) : progress;
    case 'waitEnded':
      if (progress.phase === 'initiating') return checkAgain(progress);
      return isChecking(progress) ? afterWait(progress) : progress;
    case 'voterReturned':
      // The first request keeps its own timeout.
      if (progress.phase === 'initiating' && progress.lostChecks > 0) return checkAgain(progress);
      // These checks are not counted: switching apps often would use up the attempts.
      return isChecking(progress) ? checkAgain(progress) : progress;
    case 'refreshRequested':
      return isChecking(progress)
        ? { ...followedQuietly(progress), requestNumber: progress.requestNumber + 1 }
        : progress;
    case 'declineClaimed':
      return progress.phase === 'polling' && progress.order
        ? { ...checkAgain(progress), order: { ...progress.order, isClaimedDeclined: true } }
        : progress;
    case 'tabLockTaken':
      return progress.phase === 'elsewhere'
        ? { phase: 'resuming', ...firstCheck(progress) }
        : progress;
    case 'tabLockLost': {
      const payment = openPaymentIn(progress);
      return payment === null ? progress : { phase: 'elsewhere', ...payment };
    }
    case 'storedPaymentChanged':
      return afterStoredChange(progress, event);
    case 'statusCheckRequested':
      return progress.phase === 'uncertain'
        ? { phase: 'polling', order: null, ...firstCheck(progress) }
        : progress;
    case 'retryRequested':
      // One last poll first: paying again for a payment that succeeded means paying twice.
      return progress.phase === 'uncertain'
        ? { ...checkAgain(progress), isGivingUp: true }
        : progress;
    case 'attemptGivenUp':
      return isChecking(progress)
        ? { phase: 'uncertain', isGivingUp: true, ...checksOf(checkAgain(progress)) }
        : progress;
    case 'earlierPaid':
      return progress.phase === 'idle'
        ? {
            phase: 'loadingReceipt',
            paymentId: event.paymentId,
            method: event.method,
            receiptCode: event.receiptCode,
          }
        : progress;
    case 'earlierFailed':
      return progress.phase === 'idle' ? { phase: 'idle', failure: event.failure } : progress;
    case 'receiptLoaded':
      return progress.phase === 'loadingReceipt'
        ? { phase: 'receiptShown', receipt: event.receipt }
        : progress;
    case 'receiptFailed':
      return progress.phase === 'loadingReceipt'
        ? { ...progress, phase: 'receiptUnavailable' }
        : progress;
    case 'receiptRequested':
      return progress.phase === 'receiptUnavailable'
        ? { ...progress, phase: 'loadingReceipt' }
        : progress;
    case 'receiptDismissed':
      return progress.phase === 'receiptShown' || progress.phase === 'receiptUnavailable'
        ? IDLE
        : progress;
  }
}

const sending = (order: PaymentOrder): Initiating => ({
  phase: 'initiating',
  order,
  isSlow: false,
  isOwn: true,
  requestNumber: 1,
  lostChecks: 0,
  nextCheckInMs: 0,
});

/** @param minimumWaitMs wait that the server demands, in ms */
function unanswered(progress: Initiating, minimumWaitMs: number): Initiating {
  const lostChecks = progress.lostChecks + 1;
  return {
    ...progress,
    lostChecks,
    nextCheckInMs: Math.max(waitAfterLoss(lostChecks), minimumWaitMs),
  };
}

const afterUnknown = ({ paymentId, method }: Checking, wasNamed: boolean): PaymentProgress =>
  wasNamed ? { phase: 'idle', failure: { stage: 'missing', paymentId, method } } : IDLE;

function afterStatus(
  progress: Checking,
  { status, failureReason, receiptCode, receipt, promptLapsesInMs, heldMs = 0 }: PaymentState,
): PaymentProgress {
  const { paymentId, method, attempt, spentMs } = progress;
  const openPayment: OpenPayment = { paymentId, method };
  if (status === 'completed') {
    return { phase: 'loadingReceipt', ...openPayment, receiptCode, ...(receipt && { receipt }) };
  }
  if (status === 'failed') {
    const failure = { stage: 'payment', paymentId, method, reason: failureReason } as const;
    return { phase: 'idle', failure };
  }
  if (progress.phase === 'uncertain' && progress.isGivingUp) {
    return { phase: 'idle', givenUpId: paymentId };
  }

  const waitMs = waitAfterAttempt(attempt);
  const remainingMs = Math.max(0, waitMs - heldMs - spentMs);
  const checks = {
    ...checksOf(progress),
    lostChecks: 0,
    nextCheckInMs: remainingMs,
    spentMs: 0,
    lapsesInMs: promptLapsesInMs ?? null,
  };
  const next = whilePending(progress, checks);
  return remainingMs === 0 ? afterWait(next) : next;
}

/** Returns how a pending payment is shown. */
const whilePending = (progress: Checking, checks = checksOf(progress)): Checking =>
  checks.attempt >= COUNTED_ATTEMPTS
    ? { phase: 'uncertain', isGivingUp: false, ...checks }
    : { phase: 'polling', order: waitingOrderOf(progress), ...checks };

function checksOf(progress: Checking): StatusChecks {
  const { paymentId, method, attempt, requestNumber } = progress;
  const { lostChecks, nextCheckInMs, isPlain, spentMs, lapsesInMs } = progress;
  return {
    paymentId,
    method,
    attempt,
    requestNumber,
    lostChecks,
    nextCheckInMs,
    isPlain,
    spentMs,
    lapsesInMs,
  };
}

/** The tab that settled the payment has shown its outcome to the voter. */
function afterStoredChange(
  progress: PaymentProgress,
  { before, after }: { before: string | null; after: OpenPayment | null },
): PaymentProgress {
  const isFree =
    progress.phase === 'idle' ||
    progress.phase === 'elsewhere' ||
    (progress.phase === 'initiating' && !progress.isOwn);
  if (after !== null) return isFree ? { phase: 'elsewhere', ...after } : progress;
  const ownId = openPaymentIn(progress)?.paymentId;
  return ownId !== undefined && ownId === before ? IDLE : progress;
}

function afterLoss(progress: Checking): PaymentProgress {
  const lostChecks = progress.lostChecks + 1;
  // In this case the whole connection was lost, not just the held response.
  const checks = {
    lostChecks,
    nextCheckInMs: waitAfterLoss(lostChecks),
    isPlain: false,
    spentMs: 0,
  };
  switch (progress.phase) {
    case 'resuming':
      return { ...progress, phase: 'polling', order: null, ...checks };
    case 'polling':
      return { ...progress, ...checks };
    case 'uncertain':
      return { ...progress, isGivingUp: false, ...checks };
  }
}

const afterWait = (progress: Checking): Checking => ({
  ...checkAgain(progress),
  attempt: progress.lostChecks > 0 ? progress.attempt : progress.attempt + 1,
});
