import { tabStorage } from '#client/lib/browser/storage';

/**
 * The payment whose card was sent to the bank, and the client secret that opens the bank's window
 * again.
 */
const STORAGE_KEY = 'cardConfirmation';

/** In the tab only: the bank would treat another browser as a different device. */
export function rememberConfirmation(paymentId: string, clientSecret: string): void {
  tabStorage.setItem(STORAGE_KEY, `${paymentId} ${clientSecret}`);
}

/** @returns its client secret; null when this tab did not send that payment */
export function openConfirmation(paymentId: string): string | null {
  const [confirmed, clientSecret] = tabStorage.getItem(STORAGE_KEY)?.split(' ', 2) ?? [];
  return confirmed === paymentId && clientSecret ? clientSecret : null;
}
