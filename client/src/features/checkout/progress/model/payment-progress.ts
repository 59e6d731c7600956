import type { PaymentState } from '#shared/contracts/payments';
import type { Receipt } from '#shared/contracts/receipts';
import type { FailureReason, PaymentMethod } from '#shared/domain/payment';
import type { Money } from '#shared/domain/pricing';
import type { OpenPayment } from '../../model/open-payments';
import type { InitiationErrorTextKey } from './payment-error';

/** Data that the waiting overlay shows about a payment. */
export interface PaymentOrder {
  artistName: string;
  amount: Money;
  /**
   * When the request was sent, or once known, when it arrived, in epoch ms. The countdown starts
   * here.
   */
  since: number;
  /** Set when the voter says they declined it on the phone. */
  isClaimedDeclined?: true;
}

/** The receipt code comes with the response that reports the payment. */
export interface PaidPayment extends OpenPayment {
  receiptCode: string | null;
  /** Set when the response included it. */
  receipt?: Receipt;
}

export interface StatusChecks extends OpenPayment {
  /** Number of the check that is running or was answered last, from 1. */
  attempt: number;
  /** Incremented with each request sent, counted as an attempt or not: distinguishes requests. */
  requestNumber: number;
  /** Consecutive checks without a response; they are repeated, not counted. */
  lostChecks: number;
  /** 0 while a check is running. */
  nextCheckInMs: number;
  /** True when a proxy cuts responses that the server holds: it must respond at once. */
  isPlain: boolean;
  /** Time that a request which was cut has used of the wait after this attempt, in ms. */
  spentMs: number;
  /**
   * How long the server rejects a second prompt, in ms from its last response; null before the
   * first.
   */
  lapsesInMs: number | null;
}

export interface InitiationFailure {
  textKey: InitiationErrorTextKey;
  /** Text from the server in the voter's language; null when it has none. */
  message: string | null;
  /** When the voter can try again, in epoch ms; null when the server gave no time. */
  retryAt: number | null;
  /** Id of the payment that prevents a new one, when it belongs to this browser. */
  openPaymentId: string | null;
}

/** Kept until the next submission. */
export type PaymentFailure =
  | ({ stage: 'initiation'; method: 'mobile-money' } & InitiationFailure)
  | { stage: 'payment'; paymentId: string; method: PaymentMethod; reason: FailureReason | null }
  /** The server has lost the payment, and its outcome is unknown. */
  | { stage: 'missing'; paymentId: string; method: PaymentMethod }
  /** The card provider's message; null when the voter's bank redirected back without one. */
  | { stage: 'confirmation'; method: 'card'; message: string | null };

/**
 * A card payment that its provider approved, or that returned from a bank's page without a result
 * of ours.
 */
export interface CardVerification {
  /** Null when the voter returned to a browser that did not store the payment. */
  paymentId: string | null;
  method: 'card';
  paymentIntentId: string;
  /** Proves that the payment is the voter's own. */
  clientSecret: string;
  /** The result given to the browser; only the server's response counts. */
  isApproved: boolean;
}

type CardPhase =
  /**
   * From the press of the button until the server has recorded the attempt; nothing can be charged
   * yet.
   */
  | { phase: 'submittingCard' }
  /** With the card provider, whose dialog may be open. */
  | ({ phase: 'confirmingCard' } & OpenPayment)
  /** The server checks whether the payment was paid. */
  | ({ phase: 'verifyingCard' } & CardVerification);

/**
 * From the press of the button until the server has started or rejected a payment. After a lost
 * response it is unknown whether the request arrived: it is repeated until that is clear.
 */
export interface Initiating {
  phase: 'initiating';
  /** Set while the overlay is open; the voter may close it. */
  order: PaymentOrder | null;
  /** True after a time in which a response usually arrives. */
  isSlow: boolean;
  /** False when another tab, where the button was pressed, sends it: this tab only looks for it. */
  isOwn: boolean;
  /** As in `StatusChecks`. */
  requestNumber: number;
  lostChecks: number;
  nextCheckInMs: number;
}

export type PaymentProgress =
  | {
      phase: 'idle';
      failure?: PaymentFailure;
      /** A payment that was given up, on any page: its voter wants to retry where it began. */
      givenUpId?: string;
    }
  | Initiating
  | CardPhase
  /** Another tab of this browser follows the payment; this one stays quiet until it is needed. */
  | ({ phase: 'elsewhere' } & OpenPayment)
  /** A stored payment is polled once before anything shows. */
  | ({ phase: 'resuming' } & StatusChecks)
  /** The order is set while the overlay is open. */
  | ({ phase: 'polling'; order: PaymentOrder | null } & StatusChecks)
  /** "Did you complete the transaction?"; giving up waits for one last response. */
  | ({ phase: 'uncertain'; isGivingUp: boolean } & StatusChecks)
  | ({ phase: 'loadingReceipt' } & PaidPayment)
  | ({ phase: 'receiptUnavailable' } & PaidPayment)
  | { phase: 'receiptShown'; receipt: Receipt };

export type CardEvent =
  | { type: 'cardSubmitted' }
  /** Nothing was charged and nothing is in progress. */
  | { type: 'cardWithdrawn' }
  | { type: 'cardAttempted'; paymentId: string }
  /** The bank's window is open again for a payment that was being followed. */
  | { type: 'bankReopened' }
  | { type: 'cardPaid'; verification: CardVerification }
  | { type: 'cardDeclined'; paymentId: string | null; message: string | null }
  /** Neither certainly paid nor declined; null when no id is known to follow the payment by. */
  | { type: 'cardUnsettled'; paymentId: string | null }
  | { type: 'cardVerified'; paymentId: string; receiptCode: string | null };

export type PaymentEvent =
  | { type: 'submitted'; order: PaymentOrder }
  /** @param at in epoch ms */
  | { type: 'initiated'; paymentId: string; at: number }
  | { type: 'answerSlow' }
  /** The voter closed the overlay. The payment continues. */
  | { type: 'overlayClosed' }
  /** Another tab sent a submission, or got its response. */
  | { type: 'submissionFound' | 'submissionSettled' }
  | ({ type: 'initiationFailed' } & InitiationFailure)
  | { type: 'countdownEnded' }
  | CardEvent
  | ({ type: 'statusReceived' } & PaymentState)
  /** The server holds the response until something changes: so far nothing has. */
  | { type: 'answerHeld' }
  /** A request whose response was held was cut after this time. */
  | { type: 'heldAnswerCut'; afterMs: number }
  /** @param retryAfterMs wait that the server demands, in ms */
  | { type: 'connectionLost'; retryAfterMs?: number | null }
  /** @param wasNamed true when the server had named it before */
  | { type: 'paymentUnknown'; wasNamed: boolean }
  | { type: 'waitEnded' }
  | { type: 'voterReturned' }
  /**
   * Checks a payment that is followed quietly: the server has newer data, or the wait that it
   * requested is over.
   */
  | { type: 'refreshRequested' }
  | { type: 'declineClaimed' }
  | { type: 'tabLockTaken' }
  | { type: 'tabLockLost' }
  /** Another tab stored, replaced or removed the stored payment. */
  | { type: 'storedPaymentChanged'; before: string | null; after: OpenPayment | null }
  /** Outcome of a payment that was given up, while its voter is on the page where it began. */
  | ({ type: 'earlierPaid' } & PaidPayment)
  | { type: 'earlierFailed'; failure: PaymentFailure }
  | { type: 'statusCheckRequested' }
  | { type: 'retryRequested' }
  /**
   * Ends without asking the voter: the bank's authentication of a card payment will not be
   * completed.
   */
  | { type: 'attemptGivenUp' }
  | { type: 'receiptLoaded'; receipt: Receipt }
  | { type: 'receiptFailed' }
  | { type: 'receiptRequested' }
  | { type: 'receiptDismissed' };

export type Checking = Extract<PaymentProgress, StatusChecks>;

export const IDLE: PaymentProgress = { phase: 'idle' };

export const firstCheck = ({ paymentId, method }: OpenPayment): StatusChecks => ({
  paymentId,
  method,
  attempt: 1,
  requestNumber: 1,
  lostChecks: 0,
  nextCheckInMs: 0,
  isPlain: false,
  spentMs: 0,
  lapsesInMs: null,
});

/** How long another tab may handle its own request alone, in ms. */
const OTHER_TAB_MS = 10_000;

/**
 * State for a request that had no response when this page was loaded, or that another tab has sent.
 */
export const foundSubmission = (isOwn: boolean): Initiating => ({
  phase: 'initiating',
  order: null,
  isSlow: false,
  isOwn,
  requestNumber: 1,
  lostChecks: isOwn ? 1 : 0,
  nextCheckInMs: isOwn ? 0 : OTHER_TAB_MS,
});

/**
 * State for a payment that was given up but is still followed. Its state is first checked without
 * holding, and then as often as after the pause for the PIN.
 */
export const followedQuietly = (payment: OpenPayment): Checking => ({
  phase: 'polling',
  order: null,
  ...firstCheck(payment),
  attempt: 2,
  lostChecks: 1,
});

/** Returns the initial state of a page, given the payment found in browser storage. */
export function resumedProgress(stored: OpenPayment | null, isSeen: boolean): PaymentProgress {
  if (stored === null) return IDLE;
  return isSeen ? { phase: 'resuming', ...firstCheck(stored) } : { phase: 'elsewhere', ...stored };
}

/** State for a voter who has returned from the bank's page. */
export const progressOnReturn = (verification: CardVerification): PaymentProgress => ({
  phase: 'verifyingCard',
  ...verification,
});

export const isChecking = (progress: PaymentProgress): progress is Checking =>
  progress.phase === 'resuming' || progress.phase === 'polling' || progress.phase === 'uncertain';

/**
 * Returns the payment that browser storage keeps: until the receipt is on screen, a reload must
 * find it.
 */
export function openPaymentIn(progress: PaymentProgress): OpenPayment | null {
  if (!('paymentId' in progress) || progress.paymentId === null) return null;
  return { paymentId: progress.paymentId, method: progress.method };
}

/** True while votes and card must not change, and the fields of the card must stay on the page. */
export const isPayingByCard = (progress: PaymentProgress): boolean =>
  progress.phase === 'submittingCard' ||
  progress.phase === 'confirmingCard' ||
  progress.phase === 'verifyingCard';

/** True when leaving the page now could make the voter miss the outcome. */
export const isAwaitingPayment = (progress: PaymentProgress): boolean =>
  (progress.phase === 'initiating' && progress.isOwn) ||
  isPayingByCard(progress) ||
  isChecking(progress);

/** Returns the order whose waiting overlay is open. */
export const waitingOrderOf = (progress: PaymentProgress): PaymentOrder | null =>
  progress.phase === 'initiating' || progress.phase === 'polling' ? progress.order : null;
