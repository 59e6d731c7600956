import { type Dispatch, useSyncExternalStore } from 'react';
import { settlePayment } from '../model/open-payments';
import { cardReturn } from './model/card-return';
import { nextProgress } from './model/next-progress';
import {
  foundSubmission,
  openPaymentIn,
  type PaymentEvent,
  type PaymentProgress,
  progressOnReturn,
  resumedProgress,
} from './model/payment-progress';
import { paymentFoundOnLoad, storedPayment } from './model/pending-payment';
import { openSubmission } from './model/submission';

function firstProgress(): PaymentProgress {
  const verification = cardReturn();
  if (verification) return progressOnReturn(verification);
  const submission = openSubmission();
  if (submission) return foundSubmission(submission.own !== null);
  const stored = storedPayment();
  // One that has been stored since then is another tab's.
  const isFound = stored?.paymentId === paymentFoundOnLoad?.paymentId;
  return resumedProgress(stored, isFound && document.visibilityState === 'visible');
}

let progress: PaymentProgress | null = null;
/** From the first time that anything asks. */
const current = (): PaymentProgress => {
  progress ??= firstProgress();
  return progress;
};

const watchers = new Set<() => void>();

function watch(onChange: () => void): () => void {
  watchers.add(onChange);
  return () => watchers.delete(onChange);
}

const dispatch: Dispatch<PaymentEvent> = (event) => {
  const before = current();
  progress = nextProgress(before, event);
  const settled = settledBy(event, before, progress);
  if (settled !== null) settlePayment(settled);
  for (const onChange of watchers) onChange();
};

/** The payment that is over by this event, and whose voter knows; one that was given up is not. */
function settledBy(
  event: PaymentEvent,
  before: PaymentProgress,
  after: PaymentProgress,
): string | null {
  if (event.type === 'cardDeclined') return event.paymentId;
  const left = openPaymentIn(before)?.paymentId ?? null;
  if (left === null || openPaymentIn(after)?.paymentId === left) return null;
  // The other tab, which has settled it, has noted that.
  if (event.type === 'storedPaymentChanged') return null;
  return after.phase === 'idle' && after.givenUpId === left ? null : left;
}

/** The one payment that may be under way in this browser, on whatever page the voter is. */
export const usePaymentProgress = () => ({
  progress: useSyncExternalStore(watch, current),
  dispatch,
});
