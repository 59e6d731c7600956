import { type Dispatch, useSyncExternalStore } from 'react';
import { removeOpenPayment } from '../model/open-payments';
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
  // A payment stored since then belongs to another tab.
  const isFound = stored?.paymentId === paymentFoundOnLoad?.paymentId;
  return resumedProgress(stored, isFound && document.visibilityState === 'visible');
}

let progress: PaymentProgress | null = null;
/** Initialised at the first read. */
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
  if (settled !== null) removeOpenPayment(settled);
  for (const onChange of watchers) onChange();
};

/**
 * Returns the payment that this event finishes and whose outcome the voter has seen; null for one
 * that was given up.
 */
function settledBy(
  event: PaymentEvent,
  before: PaymentProgress,
  after: PaymentProgress,
): string | null {
  if (event.type === 'cardDeclined') return event.paymentId;
  const endedId = openPaymentIn(before)?.paymentId ?? null;
  if (endedId === null || openPaymentIn(after)?.paymentId === endedId) return null;
  // The other tab, which settled it, has recorded that.
  if (event.type === 'storedPaymentChanged') return null;
  return after.phase === 'idle' && after.givenUpId === endedId ? null : endedId;
}

/** The one payment that may be in progress in this browser, on every page. */
export const usePaymentProgress = () => ({
  progress: useSyncExternalStore(watch, current),
  dispatch,
});
