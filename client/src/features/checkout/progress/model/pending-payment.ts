import { isBrowser } from '#client/lib/page/page-drawing';
import { browserStorage } from '#client/lib/storage';
import type { OpenPayment } from './payment-progress';

/** Calls back when the voter comes back to this tab, from the operator's app or another tab. */
export function onVoterReturn(callback: () => void): () => void {
  const listener = () => {
    if (document.visibilityState === 'visible') callback();
  };
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}

/** Holds the id of the payment whose outcome the voter has not seen yet. */
const STORAGE_KEY = 'pendingPaymentId';

/** Anything else did not come from us, and may not become part of an address. */
const PAYMENT_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export const isPaymentId = (text: string): boolean => PAYMENT_ID.test(text);

const asPaymentId = (stored: string | null): string | null =>
  stored !== null && isPaymentId(stored) ? stored : null;

/** The id alone says nothing of the method; without this it is mobile money's. */
const CARD_KEY = 'pendingCardPaymentId';

const withMethod = (paymentId: string): OpenPayment => ({
  paymentId,
  method: browserStorage.getItem(CARD_KEY) === paymentId ? 'card' : 'mobile-money',
});

const asPayment = (stored: string | null): OpenPayment | null => {
  const paymentId = asPaymentId(stored);
  return paymentId === null ? null : withMethod(paymentId);
};

export const storedPayment = (): OpenPayment | null =>
  asPayment(browserStorage.getItem(STORAGE_KEY));

/** What this page has found as it was loaded. */
export const paymentFoundOnLoad = isBrowser ? storedPayment() : null;

export function storePayment({ paymentId, method }: OpenPayment): void {
  // First: other tabs read it when the id changes.
  if (method === 'card') browserStorage.setItem(CARD_KEY, paymentId);
  browserStorage.setItem(STORAGE_KEY, paymentId);
}

/** Another tab may have stored a newer payment meanwhile: that one stays. */
export function forgetPayment(paymentId: string): void {
  for (const key of [STORAGE_KEY, CARD_KEY]) {
    if (browserStorage.getItem(key) === paymentId) browserStorage.removeItem(key);
  }
}

interface StoredPaymentChange {
  before: string | null;
  after: OpenPayment | null;
}

/** Calls back when another tab stores or clears a payment. */
export function onStoredPaymentChange(callback: (change: StoredPaymentChange) => void): () => void {
  const listener = ({ key, oldValue, newValue }: StorageEvent) => {
    if (key !== STORAGE_KEY) return;
    callback({ before: asPaymentId(oldValue), after: asPayment(newValue) });
  };
  window.addEventListener('storage', listener);
  return () => window.removeEventListener('storage', listener);
}
