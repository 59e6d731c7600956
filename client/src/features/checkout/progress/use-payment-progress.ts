import { type Dispatch, useSyncExternalStore } from 'react';
import { cardReturn } from './model/card-return';
import { nextProgress } from './model/next-progress';
import {
  type PaymentEvent,
  type PaymentProgress,
  progressOnReturn,
  resumedProgress,
} from './model/payment-progress';
import { paymentFoundOnLoad, storedPayment } from './model/pending-payment';

function firstProgress(): PaymentProgress {
  const verification = cardReturn();
  if (verification) return progressOnReturn(verification);
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
  progress = nextProgress(current(), event);
  for (const onChange of watchers) onChange();
};

/** The one payment that may be under way in this browser, on whatever page the voter is. */
export const usePaymentProgress = () => ({
  progress: useSyncExternalStore(watch, current),
  dispatch,
});
