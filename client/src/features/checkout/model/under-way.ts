import { isBrowser } from '#client/lib/browser/page-drawing';
import { browserStorage } from '#client/lib/browser/storage';

/*
 * Whether this browser has a payment under way: asked on every page, and so of the first load. What
 * is under way is told by the modules of these keys, which come with the code that follows it.
 */

/** Holds the id of the payment whose outcome the voter has not seen yet. */
export const PENDING_KEY = 'pendingPaymentId';
/** All tabs read it; it holds nothing of the payer. */
export const OPEN_PAYMENTS_KEY = 'openPayments';
/** A request without an answer, and nothing of its payer. */
export const SUBMISSION_KEY = 'unansweredPayment';

/** What this page has found as it was loaded. */
export const idFoundOnLoad = isBrowser ? browserStorage.getItem(PENDING_KEY) : null;

export const isAnythingOpen = (): boolean =>
  [PENDING_KEY, OPEN_PAYMENTS_KEY, SUBMISSION_KEY].some(
    (key) => browserStorage.getItem(key) !== null,
  );

/** Calls back when another tab changes that. */
export function onAnythingOpen(onChange: () => void): () => void {
  window.addEventListener('storage', onChange);
  return () => window.removeEventListener('storage', onChange);
}
