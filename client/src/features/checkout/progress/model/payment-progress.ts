import type { PaymentState } from '#shared/contracts/payments';
import type { Receipt } from '#shared/contracts/receipts';
import type { FailureReason, PaymentMethod } from '#shared/domain/payment';
import type { Money } from '#shared/domain/pricing';
import type { OpenPayment } from '../../model/open-payments';
import type { InitiationErrorTextKey } from './payment-error';

/** What the waiting overlay shows of a payment. */
export interface PaymentOrder {
  artistName: string;
  amount: Money;
  /** When the request left; once it is known to have arrived, since when. The countdown runs from here. */
  since: number;
  /** The voter says to have declined it on the phone. */
  isCalledDeclined?: true;
}

/** Its code comes with the answer that says so. */
export interface PaidPayment extends OpenPayment {
  receiptCode: string | null;
  /** Where it came with the code. */
  receipt?: Receipt;
}

export interface StatusChecks extends OpenPayment {
  /** Number of the check that is running or was answered last, from 1. */
  attempt: number;
  /** Rises with each request that leaves, counted or not: tells one from the next. */
  question: number;
  /** Checks in a row without an answer; they are repeated, not counted. */
  lostChecks: number;
  /** 0 while a check is running. */
  nextCheckInMs: number;
  /** Something between us and the server cuts what the server holds: it is to answer at once. */
  isPlain: boolean;
  /** What a request that was cut has used of the wait after this attempt, in ms. */
  spentMs: number;
  /** For how long the server refuses a second prompt, in ms from its last answer; null before one. */
  lapsesInMs: number | null;
}

export interface InitiationFailure {
  textKey: InitiationErrorTextKey;
  /** What the server says instead, in the voter's language; null where it has no words of its own. */
  message: string | null;
  /** From when on it can be tried again, in epoch milliseconds; null when the server named no time. */
  retryAt: number | null;
  /** The payment that stands in the way, where it is this browser's own. */
  openPaymentId: string | null;
}

/** Kept until the next submission. */
export type PaymentFailure =
  | ({ stage: 'initiation'; method: 'mobile-money' } & InitiationFailure)
  | { stage: 'payment'; paymentId: string; method: PaymentMethod; reason: FailureReason | null }
  /** The server has lost it, and nobody knows what came of it. */
  | { stage: 'missing'; paymentId: string; method: PaymentMethod }
  /** In the card provider's words; null when the voter's bank sent the voter back without any. */
  | { stage: 'confirmation'; method: 'card'; message: string | null };

/** A card that its provider has let through, or sent back from a bank's page with no word of ours. */
export interface CardVerification {
  /** Null when the voter came back to a browser that does not know the payment. */
  paymentId: string | null;
  method: 'card';
  paymentIntentId: string;
  /** Shows that the payment is the voter's own. */
  clientSecret: string;
  /** What the browser was told; only the server's answer counts. */
  isApproved: boolean;
}

type CardPhase =
  /** From the press of the button until the server has noted the attempt; nothing can be charged yet. */
  | { phase: 'submittingCard' }
  /** With the card provider, whose dialog may be open. */
  | ({ phase: 'confirmingCard' } & OpenPayment)
  /** The server checks whether it was paid. */
  | ({ phase: 'verifyingCard' } & CardVerification);

/**
 * From the press of the button until the server has started a payment, or refused to. After a lost answer
 * nobody knows whether the request has arrived: it is asked again until it is known.
 */
export interface Initiating {
  phase: 'initiating';
  /** While the overlay is open; the voter may close it. */
  order: PaymentOrder | null;
  /** So long without an answer that the network must be slow, or gone. */
  isSlow: boolean;
  /** False while another tab, where the button was pressed, sends it: here it is only looked for. */
  isOwn: boolean;
  /** As in `StatusChecks`. */
  question: number;
  lostChecks: number;
  nextCheckInMs: number;
}

export type PaymentProgress =
  | {
      phase: 'idle';
      failure?: PaymentFailure;
      /** Given up, on whatever page: its voter wants to try again where it began. */
      givenUpId?: string;
    }
  | Initiating
  | CardPhase
  /** Another tab of this browser follows the payment; this one stays quiet until it is needed. */
  | ({ phase: 'elsewhere' } & OpenPayment)
  /** A stored payment is polled once before anything shows. */
  | ({ phase: 'resuming' } & StatusChecks)
  /** The order stays while the overlay is open. */
  | ({ phase: 'polling'; order: PaymentOrder | null } & StatusChecks)
  /** "Did you complete the transaction?"; giving up waits for one last answer. */
  | ({ phase: 'uncertain'; isGivingUp: boolean } & StatusChecks)
  | ({ phase: 'loadingReceipt' } & PaidPayment)
  | ({ phase: 'receiptUnavailable' } & PaidPayment)
  | { phase: 'receiptShown'; receipt: Receipt };

export type CardEvent =
  | { type: 'cardSubmitted' }
  /** Nothing was charged, nothing is under way. */
  | { type: 'cardWithdrawn' }
  | { type: 'cardAttempted'; paymentId: string }
  /** The bank's window is open again for a payment that was followed. */
  | { type: 'bankReopened' }
  | { type: 'cardPaid'; verification: CardVerification }
  | { type: 'cardDeclined'; paymentId: string | null; message: string | null }
  /** Neither paid nor declined for certain; null where there is no id to follow it by. */
  | { type: 'cardUnsettled'; paymentId: string | null }
  | { type: 'cardVerified'; paymentId: string; receiptCode: string | null };

export type PaymentEvent =
  | { type: 'submitted'; order: PaymentOrder }
  /** @param at in epoch ms */
  | { type: 'initiated'; paymentId: string; at: number }
  | { type: 'answerSlow' }
  /** By the voter. What is under way goes on. */
  | { type: 'overlayClosed' }
  /** By another tab. */
  | { type: 'submissionFound' | 'submissionSettled' }
  | ({ type: 'initiationFailed' } & InitiationFailure)
  | { type: 'countdownEnded' }
  | CardEvent
  | ({ type: 'statusReceived' } & PaymentState)
  /** The server keeps the answer until there is news: so far there is none. */
  | { type: 'answerHeld' }
  /** A request whose answer was held came to nothing after so long. */
  | { type: 'heldAnswerCut'; afterMs: number }
  /** @param retryAfterMs how long the server wants to be spared */
  | { type: 'connectionLost'; retryAfterMs?: number | null }
  /** @param wasNamed the server had named it before */
  | { type: 'paymentUnknown'; wasNamed: boolean }
  | { type: 'waitEnded' }
  | { type: 'voterReturned' }
  /** Of a payment that is followed quietly: the server knows more, or the time it named is over. */
  | { type: 'askedAnew' }
  | { type: 'declineClaimed' }
  | { type: 'tabLockTaken' }
  | { type: 'tabLockLost' }
  /** By another tab: from this id, to that payment. */
  | { type: 'storedPaymentChanged'; before: string | null; after: OpenPayment | null }
  /** What came of a payment that was given up, while its voter is where it began. */
  | ({ type: 'earlierPaid' } & PaidPayment)
  | { type: 'earlierFailed'; failure: PaymentFailure }
  | { type: 'statusCheckRequested' }
  | { type: 'retryRequested' }
  /** Without being asked: the bank's question of a card payment is not to be answered any more. */
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
  question: 1,
  lostChecks: 0,
  nextCheckInMs: 0,
  isPlain: false,
  spentMs: 0,
  lapsesInMs: null,
});

/** How long another tab is left alone with what it sends, in ms. */
const OTHER_TAB_MS = 10_000;

/** A request whose answer was not there when this page was loaded, or that another tab has sent. */
export const foundSubmission = (isOwn: boolean): Initiating => ({
  phase: 'initiating',
  order: null,
  isSlow: false,
  isOwn,
  question: 1,
  lostChecks: isOwn ? 1 : 0,
  nextCheckInMs: isOwn ? 0 : OTHER_TAB_MS,
});

/**
 * A payment that was given up is followed all the same. How it stands is asked plainly first, and then
 * as often as after the pause for the PIN.
 */
export const followedQuietly = (payment: OpenPayment): Checking => ({
  phase: 'polling',
  order: null,
  ...firstCheck(payment),
  attempt: 2,
  lostChecks: 1,
});

/** Where a freshly loaded page stands, given the payment it finds in browser storage. */
export function resumedProgress(stored: OpenPayment | null, isSeen: boolean): PaymentProgress {
  if (stored === null) return IDLE;
  return isSeen ? { phase: 'resuming', ...firstCheck(stored) } : { phase: 'elsewhere', ...stored };
}

/** The voter has come back from the bank's page. */
export const progressOnReturn = (verification: CardVerification): PaymentProgress => ({
  phase: 'verifyingCard',
  ...verification,
});

export const isChecking = (progress: PaymentProgress): progress is Checking =>
  progress.phase === 'resuming' || progress.phase === 'polling' || progress.phase === 'uncertain';

/** What browser storage keeps: until the receipt is on screen, a reload must find it. */
export function openPaymentIn(progress: PaymentProgress): OpenPayment | null {
  if (!('paymentId' in progress) || progress.paymentId === null) return null;
  return { paymentId: progress.paymentId, method: progress.method };
}

/** Votes and card may not change any more, and the fields of the card must stay on the page. */
export const isPayingByCard = (progress: PaymentProgress): boolean =>
  progress.phase === 'submittingCard' ||
  progress.phase === 'confirmingCard' ||
  progress.phase === 'verifyingCard';

/** Leaving the page now could make the voter miss the outcome. */
export const isAwaitingPayment = (progress: PaymentProgress): boolean =>
  (progress.phase === 'initiating' && progress.isOwn) ||
  isPayingByCard(progress) ||
  isChecking(progress);

/** The order whose waiting overlay is open. */
export const waitingOrderOf = (progress: PaymentProgress): PaymentOrder | null =>
  progress.phase === 'initiating' || progress.phase === 'polling' ? progress.order : null;
