import { browserStorage } from '#client/lib/browser/storage';
import { isUuid } from '#shared/domain/uuid';
import type { OpenPayment } from '../../model/open-payments';
import { openPayments, rememberedPayment, rememberPayment } from '../../model/open-payments';
import { idFoundOnLoad, PENDING_KEY } from '../../model/under-way';

/**
 * Calls back when the voter comes back to this tab, from the operator's app or another tab, or to this
 * page, which the browser had kept aside.
 */
export function onVoterReturn(callback: () => void): () => void {
  const seen = () => {
    if (document.visibilityState === 'visible') callback();
  };
  const restored = ({ persisted }: PageTransitionEvent) => {
    if (persisted) callback();
  };
  document.addEventListener('visibilitychange', seen);
  window.addEventListener('pageshow', restored);
  return () => {
    document.removeEventListener('visibilitychange', seen);
    window.removeEventListener('pageshow', restored);
  };
}

const asPaymentId = (stored: string | null): string | null =>
  stored !== null && isUuid(stored) ? stored : null;

/** The id alone says nothing of the method: of one that is not remembered it is mobile money. */
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

/** What this page has found as it was loaded. */
export const paymentFoundOnLoad = asPayment(idFoundOnLoad);

/** The payment that the voter waits for, or else the last one that is not known to be over. */
export const latestPaymentId = (): string | null =>
  storedPayment()?.paymentId ?? openPayments()[0]?.paymentId ?? null;

export function storePayment(payment: OpenPayment): void {
  // First: other tabs read it when the id changes.
  rememberPayment(payment);
  browserStorage.setItem(PENDING_KEY, payment.paymentId);
}

/** Nobody waits for it on a page. Another tab may have stored a newer payment meanwhile: that one stays. */
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
