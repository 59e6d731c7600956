import { browserStorage, tabStorage } from '#client/lib/storage';
import { normalizePhone } from '#shared/domain/phone';

/** What the voter has filled in so far; lives as long as the tab, so that a reload loses nothing. */
const STORAGE_KEY = 'checkoutDraft';

export const readDraft = (): string | null => tabStorage.getItem(STORAGE_KEY);

export const writeDraft = (draft: string): void => tabStorage.setItem(STORAGE_KEY, draft);

/** Once paid: the next visit starts from the default votes again. */
export const forgetDraft = (): void => tabStorage.removeItem(STORAGE_KEY);

/** The nine digits that a payment of this browser succeeded with. */
const SAVED_KEY = 'savedPhoneNumber';
/** The number whose prompt is open; in the tab only, because a number that never paid is not kept. */
const PAYER_KEY = 'payerOfPayment';

export const rememberPayer = (paymentId: string, phoneDigits: string): void =>
  tabStorage.setItem(PAYER_KEY, `${paymentId} ${phoneDigits}`);

/** Once a payment has succeeded its number is kept for the next checkout. */
export function savePayerOf(paymentId: string): void {
  const [payerOf, phoneDigits] = tabStorage.getItem(PAYER_KEY)?.split(' ', 2) ?? [];
  if (payerOf !== paymentId || !phoneDigits) return;
  browserStorage.setItem(SAVED_KEY, phoneDigits);
  tabStorage.removeItem(PAYER_KEY);
}

export function savedNumber(): string | null {
  const stored = browserStorage.getItem(SAVED_KEY);
  // What reads as another way to write a number was not written by us.
  return stored !== null && normalizePhone(stored) === stored ? stored : null;
}

export const forgetSavedNumber = (): void => browserStorage.removeItem(SAVED_KEY);
