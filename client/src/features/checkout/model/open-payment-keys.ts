import { isBrowser } from '#client/lib/browser/page-render';
import { browserStorage } from '#client/lib/browser/storage';

/* Tells whether this browser has a payment in progress: needed on every page, and so part of the
   first load. The modules that own these keys, loaded with the code that follows a payment, know
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
