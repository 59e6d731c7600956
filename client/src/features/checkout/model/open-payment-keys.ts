import { isBrowser } from '#client/lib/browser/page-render';
import { browserStorage } from '#client/lib/browser/storage';

/* Reports whether this browser has a payment in progress. Every page needs it, so it is part of the
   first load. The modules that own these keys load with the code that follows a payment, and know
   which payment it is. */

/** Holds the id of the payment whose outcome the voter has not seen yet. */
export const PENDING_KEY = 'pendingPaymentId';
/** All tabs read it; it contains no data of the payer. */
export const OPEN_PAYMENTS_KEY = 'openPayments';
/** A request without a response; contains no data of the payer. */
export const SUBMISSION_KEY = 'unansweredPayment';

/** The id found when this page was loaded. */
export const idFoundOnLoad = isBrowser ? browserStorage.getItem(PENDING_KEY) : null;

export const hasOpenPayment = (): boolean =>
  [PENDING_KEY, OPEN_PAYMENTS_KEY, SUBMISSION_KEY].some(
    (key) => browserStorage.getItem(key) !== null,
  );

/** Calls back when another tab changes any of these. */
export function onOpenPaymentChange(onChange: () => void): () => void {
  window.addEventListener('storage', onChange);
  return () => window.removeEventListener('storage', onChange);
}
