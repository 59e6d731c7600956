/** The name is part of the specification: a payment awaiting resolution. */
const STORAGE_KEY = 'pendingPaymentId';

export const storedPaymentId = (): string | null => localStorage.getItem(STORAGE_KEY);

export function storePaymentId(paymentId: string | null): void {
  if (paymentId === null) localStorage.removeItem(STORAGE_KEY);
  else localStorage.setItem(STORAGE_KEY, paymentId);
}
