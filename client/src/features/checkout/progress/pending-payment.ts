import { browserStorage } from '../../../lib/storage';

/** The name is part of the specification: a payment awaiting resolution. */
const STORAGE_KEY = 'pendingPaymentId';

/** Anything else did not come from us, and may not become part of an address. */
const PAYMENT_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const asPaymentId = (stored: string | null): string | null =>
  stored !== null && PAYMENT_ID.test(stored) ? stored : null;

export const storedPaymentId = (): string | null =>
  asPaymentId(browserStorage.getItem(STORAGE_KEY));

export const storePaymentId = (paymentId: string): void =>
  browserStorage.setItem(STORAGE_KEY, paymentId);

/** Another tab may have stored a newer payment meanwhile: that one stays. */
export function forgetPaymentId(paymentId: string): void {
  if (storedPaymentId() === paymentId) browserStorage.removeItem(STORAGE_KEY);
}

interface StoredPaymentChange {
  before: string | null;
  after: string | null;
}

/** Calls back when another tab stores or clears a payment. */
export function onStoredPaymentChange(callback: (change: StoredPaymentChange) => void): () => void {
  const listener = ({ key, oldValue, newValue }: StorageEvent) => {
    if (key !== STORAGE_KEY) return;
    callback({ before: asPaymentId(oldValue), after: asPaymentId(newValue) });
  };
  window.addEventListener('storage', listener);
  return () => window.removeEventListener('storage', listener);
}
