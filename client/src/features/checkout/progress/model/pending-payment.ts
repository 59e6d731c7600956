import { browserStorage } from '#client/lib/browser/storage';
import { isUuid } from '#shared/domain/uuid';
import { idFoundOnLoad, PENDING_KEY } from '../../model/open-payment-keys';
import type { OpenPayment } from '../../model/open-payments';
import { openPayments, rememberedPayment, rememberPayment } from '../../model/open-payments';

/**
 * Calls back when the voter returns to this tab, from the operator's app or another tab, or to this
 * page from the back-forward cache.
 */
export function onVoterReturn(callback: () => void): () => void {
  const onVisible = () => {
    if (document.visibilityState === 'visible') callback();
  };
  const onRestored = ({ persisted }: PageTransitionEvent) => {
    if (persisted) callback();
  };
  document.addEventListener('visibilitychange', onVisible);
  window.addEventListener('pageshow', onRestored);
  return () => {
    document.removeEventListener('visibilitychange', onVisible);
    window.removeEventListener('pageshow', onRestored);
  };
}

const asPaymentId = (stored: string | null): string | null =>
  stored !== null && isUuid(stored) ? stored : null;

/** The id alone does not contain the method: an id that is not stored means mobile money. */
const withMethod = (paymentId: string): OpenPayment => ({
  paymentId,
  method: rememberedPayment(paymentId)?.method ?? 'mobile-money',
});

const asPayment = (stored: string | null): OpenPayment | null => {
  const paymentId = asPaymentId(stored);
  return paymentId === null ? null : withMethod(paymentId);
};

export const storedPayment = (): OpenPayment | null =>
  asPayment(browserStorage.getItem(PENDING_KEY));

/** The payment found when this page was loaded. */
export const paymentFoundOnLoad = asPayment(idFoundOnLoad);

/**
 * Returns the payment that the voter waits for, or else the latest that is not known to be
 * finished.
 */
export const latestPaymentId = (): string | null =>
  storedPayment()?.paymentId ?? openPayments()[0]?.paymentId ?? null;

export function storePayment(payment: OpenPayment): void {
  // Stored first: other tabs read it when the id changes.
  rememberPayment(payment);
  browserStorage.setItem(PENDING_KEY, payment.paymentId);
}

/**
 * Called when no page waits for the payment any more. Another tab may have stored a newer payment
 * meanwhile, which stays.
 */
export function forgetPayment(paymentId: string): void {
  if (browserStorage.getItem(PENDING_KEY) === paymentId) browserStorage.removeItem(PENDING_KEY);
}

interface StoredPaymentChange {
  before: string | null;
  after: OpenPayment | null;
}

/** Calls back when another tab stores or clears a payment. */
export function onStoredPaymentChange(callback: (change: StoredPaymentChange) => void): () => void {
  const listener = ({ key, oldValue, newValue }: StorageEvent) => {
    if (key !== PENDING_KEY) return;
    callback({ before: asPaymentId(oldValue), after: asPayment(newValue) });
  };
  window.addEventListener('storage', listener);
  return () => window.removeEventListener('storage', listener);
}
