import type { PaymentState } from '#shared/contracts/payments';
import { COUNTED_ATTEMPTS, waitAfterAttempt } from '#shared/domain/polling';
import { afterCardEvent } from './card-progress';
import {
  type Checking,
  firstCheck,
  IDLE,
  isChecking,
  type OpenPayment,
  openPaymentIn,
  type PaymentEvent,
  type PaymentProgress,
  type StatusChecks,
  waitingOrderOf,
} from './payment-progress';

/** How long a payment waits after a check that got no answer: longer each time, up to 10 s. */
const waitAfterLoss = (lostChecks: number): number =>
  Math.min(2_000 * 2 ** (lostChecks - 1), 10_000);

/**
 * Mobile money and card: what the voter sees next after each event. An event that has no meaning in
 * the present phase changes nothing.
 */
export function nextProgress(progress: PaymentProgress, event: PaymentEvent): PaymentProgress {
  switch (event.type) {
    case 'submitted':
      return progress.phase === 'idle'
        ? { phase: 'initiating', order: event.order, isOverdue: false }
        : progress;
    case 'initiated':
      return progress.phase === 'initiating'
        ? {
            phase: 'polling',
            order: progress.isOverdue ? null : progress.order,
            ...firstCheck({ paymentId: event.paymentId, method: 'mobile-money' }),
          }
        : progress;
    case 'initiationFailed':
      return progress.phase === 'initiating'
        ? {
            phase: 'idle',
            failure: {
              stage: 'initiation',
              method: 'mobile-money',
              textKey: event.textKey,
              retryAt: event.retryAt,
            },
          }
        : progress;
    case 'cardSubmitted':
    case 'cardWithdrawn':
    case 'cardAttempted':
    case 'cardPaid':
    case 'cardDeclined':
    case 'cardUnsettled':
    case 'cardVerified':
      return afterCardEvent(progress, event);
    case 'countdownEnded':
      if (progress.phase === 'initiating') return { ...progress, isOverdue: true };
      return progress.phase === 'polling' ? { ...progress, order: null } : progress;
    case 'statusReceived':
      return isChecking(progress) ? afterStatus(progress, event) : progress;
    case 'connectionLost':
      return isChecking(progress) ? afterLoss(progress) : progress;
    case 'paymentUnknown':
      return isChecking(progress) ? IDLE : progress;
    case 'waitEnded':
      return isChecking(progress) ? afterWait(progress) : progress;
    case 'voterReturned':
      // Not counted: switching apps often would use up the attempts.
      return isChecking(progress) ? { ...progress, nextCheckInMs: 0 } : progress;
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
      // One last poll first: whoever pays again for a payment that went through pays twice.
      return progress.phase === 'uncertain'
        ? { ...progress, isGivingUp: true, nextCheckInMs: 0 }
        : progress;
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

function afterStatus(
  progress: Checking,
  { status, failureReason, receiptCode }: PaymentState,
): PaymentProgress {
  const { paymentId, method, attempt } = progress;
  const openPayment: OpenPayment = { paymentId, method };
  if (status === 'completed') return { phase: 'loadingReceipt', ...openPayment, receiptCode };
  if (status === 'failed') {
    return { phase: 'idle', failure: { stage: 'payment', method, reason: failureReason } };
  }
  if (progress.phase === 'uncertain' && progress.isGivingUp) return IDLE;

  const checks: StatusChecks = {
    ...openPayment,
    attempt,
    lostChecks: 0,
    nextCheckInMs: waitAfterAttempt(attempt),
  };
  if (attempt >= COUNTED_ATTEMPTS) return { phase: 'uncertain', isGivingUp: false, ...checks };
  return { phase: 'polling', order: waitingOrderOf(progress), ...checks };
}

/** The tab that settled the payment has shown its outcome to the voter. */
function afterStoredChange(
  progress: PaymentProgress,
  { before, after }: { before: string | null; after: OpenPayment | null },
): PaymentProgress {
  const isFree = progress.phase === 'idle' || progress.phase === 'elsewhere';
  if (after !== null) return isFree ? { phase: 'elsewhere', ...after } : progress;
  const ownId = openPaymentIn(progress)?.paymentId;
  return ownId !== undefined && ownId === before ? IDLE : progress;
}

function afterLoss(progress: Checking): PaymentProgress {
  const lostChecks = progress.lostChecks + 1;
  const checks = { lostChecks, nextCheckInMs: waitAfterLoss(lostChecks) };
  switch (progress.phase) {
    case 'resuming':
      return { ...progress, phase: 'polling', order: null, ...checks };
    case 'polling':
      return { ...progress, ...checks };
    case 'uncertain':
      return { ...progress, isGivingUp: false, ...checks };
  }
}

const afterWait = (progress: Checking): PaymentProgress => ({
  ...progress,
  attempt: progress.lostChecks > 0 ? progress.attempt : progress.attempt + 1,
  nextCheckInMs: 0,
});
