import type { Receipt } from '../../../../../shared/contracts/receipts';
import type { FailureReason, PaymentStatus } from '../../../../../shared/domain/payment';
import { COUNTED_ATTEMPTS, waitAfterAttempt } from '../../../../../shared/domain/polling';
import type { Money } from '../../../../../shared/domain/pricing';
import type { InitiationErrorTextKey } from './payment-error';

/** What the waiting overlay shows of a payment. */
export interface PaymentOrder {
  artistName: string;
  amount: Money;
  /** When the form was submitted, in epoch milliseconds; the countdown runs from here. */
  submittedAt: number;
}

interface StatusChecks {
  paymentId: string;
  /** Number of the check that is running or was answered last, from 1. */
  attempt: number;
  /** Checks in a row without an answer; they are repeated, not counted. */
  lostChecks: number;
  /** 0 while a check is running; null once the last one was answered. */
  nextCheckInMs: number | null;
}

/** Kept after the toast has gone, until the next submission. */
export type PaymentFailure =
  | { stage: 'initiation'; textKey: InitiationErrorTextKey }
  | { stage: 'payment'; reason: FailureReason | null };

export type PaymentProgress =
  | { phase: 'idle'; failure?: PaymentFailure }
  | { phase: 'initiating'; order: PaymentOrder; isOverdue: boolean }
  /** Another tab of this browser follows the payment; this one stays quiet until it is needed. */
  | { phase: 'elsewhere'; paymentId: string }
  /** A stored payment is asked about once before anything shows. */
  | ({ phase: 'resuming' } & StatusChecks)
  /** The order stays while the overlay is open. */
  | ({ phase: 'polling'; order: PaymentOrder | null } & StatusChecks)
  /** "Did you complete the transaction?"; giving up waits for one last answer. */
  | ({ phase: 'uncertain'; isGivingUp: boolean } & StatusChecks)
  | { phase: 'loadingReceipt'; paymentId: string }
  | { phase: 'receiptUnavailable'; paymentId: string }
  | { phase: 'receiptShown'; receipt: Receipt };

export type PaymentEvent =
  | { type: 'submitted'; order: PaymentOrder }
  | { type: 'initiated'; paymentId: string }
  | { type: 'initiationFailed'; textKey: InitiationErrorTextKey }
  | { type: 'countdownEnded' }
  | { type: 'statusReceived'; status: PaymentStatus; failureReason: FailureReason | null }
  | { type: 'connectionLost' }
  | { type: 'paymentUnknown' }
  | { type: 'waitEnded' }
  | { type: 'voterReturned' }
  | { type: 'claimTaken' }
  | { type: 'claimLost' }
  /** By another tab: from this id, to that one. */
  | { type: 'storedPaymentChanged'; before: string | null; after: string | null }
  | { type: 'statusCheckRequested' }
  | { type: 'retryRequested' }
  | { type: 'receiptLoaded'; receipt: Receipt }
  | { type: 'receiptFailed' }
  | { type: 'receiptRequested' }
  | { type: 'receiptDismissed' };

type Checking = Extract<PaymentProgress, StatusChecks>;

const IDLE: PaymentProgress = { phase: 'idle' };

/** How long a payment waits after a check that got no answer: longer each time, up to 10 s. */
const waitAfterLoss = (lostChecks: number): number =>
  Math.min(2_000 * 2 ** (lostChecks - 1), 10_000);

const firstCheck = (paymentId: string): StatusChecks => ({
  paymentId,
  attempt: 1,
  lostChecks: 0,
  nextCheckInMs: 0,
});

/** Where a freshly loaded page stands, given the id it finds in browser storage. */
export function resumedProgress(pendingPaymentId: string | null, isSeen: boolean): PaymentProgress {
  if (pendingPaymentId === null) return IDLE;
  return isSeen
    ? { phase: 'resuming', ...firstCheck(pendingPaymentId) }
    : { phase: 'elsewhere', paymentId: pendingPaymentId };
}

export const isChecking = (progress: PaymentProgress): progress is Checking =>
  progress.phase === 'resuming' || progress.phase === 'polling' || progress.phase === 'uncertain';

/** The id to keep in browser storage: until the receipt is on screen, a reload must find it. */
export const pendingPaymentIdOf = (progress: PaymentProgress): string | null =>
  'paymentId' in progress ? progress.paymentId : null;

/** Leaving the page now could make the voter miss the outcome. */
export const isAwaitingPayment = (progress: PaymentProgress): boolean =>
  progress.phase === 'initiating' || isChecking(progress);

/** The order whose waiting overlay is open. */
export const waitingOrderOf = (progress: PaymentProgress): PaymentOrder | null =>
  progress.phase === 'initiating' || progress.phase === 'polling' ? progress.order : null;

/**
 * The mobile money flow (spec, section 4): what the voter sees next after each thing that happens.
 * An event that has no meaning in the present phase changes nothing.
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
            ...firstCheck(event.paymentId),
          }
        : progress;
    case 'initiationFailed':
      return progress.phase === 'initiating'
        ? { phase: 'idle', failure: { stage: 'initiation', textKey: event.textKey } }
        : progress;
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
      // Not counted: whoever switches apps often would use up the attempts.
      return isChecking(progress) ? { ...progress, nextCheckInMs: 0 } : progress;
    case 'claimTaken':
      return progress.phase === 'elsewhere'
        ? { phase: 'resuming', ...firstCheck(progress.paymentId) }
        : progress;
    case 'claimLost': {
      const paymentId = pendingPaymentIdOf(progress);
      return paymentId === null ? progress : { phase: 'elsewhere', paymentId };
    }
    case 'storedPaymentChanged':
      return afterStoredChange(progress, event);
    case 'statusCheckRequested':
      return progress.phase === 'uncertain'
        ? { phase: 'polling', order: null, ...firstCheck(progress.paymentId) }
        : progress;
    case 'retryRequested':
      // One last question first: paying again for a payment that went through costs the voter twice.
      return progress.phase === 'uncertain'
        ? { ...progress, isGivingUp: true, nextCheckInMs: 0 }
        : progress;
    case 'receiptLoaded':
      return progress.phase === 'loadingReceipt'
        ? { phase: 'receiptShown', receipt: event.receipt }
        : progress;
    case 'receiptFailed':
      return progress.phase === 'loadingReceipt'
        ? { phase: 'receiptUnavailable', paymentId: progress.paymentId }
        : progress;
    case 'receiptRequested':
      return progress.phase === 'receiptUnavailable'
        ? { phase: 'loadingReceipt', paymentId: progress.paymentId }
        : progress;
    case 'receiptDismissed':
      return progress.phase === 'receiptShown' || progress.phase === 'receiptUnavailable'
        ? IDLE
        : progress;
  }
}

function afterStatus(
  progress: Checking,
  { status, failureReason }: { status: PaymentStatus; failureReason: FailureReason | null },
): PaymentProgress {
  if (status === 'completed') return { phase: 'loadingReceipt', paymentId: progress.paymentId };
  if (status === 'failed') {
    return { phase: 'idle', failure: { stage: 'payment', reason: failureReason } };
  }
  if (progress.phase === 'uncertain' && progress.isGivingUp) return IDLE;

  const { paymentId, attempt } = progress;
  const checks = { paymentId, attempt, lostChecks: 0, nextCheckInMs: waitAfterAttempt(attempt) };
  if (attempt >= COUNTED_ATTEMPTS) return { phase: 'uncertain', isGivingUp: false, ...checks };
  return { phase: 'polling', order: waitingOrderOf(progress), ...checks };
}

/** Whoever settled the payment in another tab has told the voter there. */
function afterStoredChange(
  progress: PaymentProgress,
  { before, after }: { before: string | null; after: string | null },
): PaymentProgress {
  const isFree = progress.phase === 'idle' || progress.phase === 'elsewhere';
  if (after !== null) return isFree ? { phase: 'elsewhere', paymentId: after } : progress;
  const ownId = pendingPaymentIdOf(progress);
  return ownId !== null && ownId === before ? IDLE : progress;
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
