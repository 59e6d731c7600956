import { browserStorage, tabStorage } from '#client/lib/browser/storage';
import { normalizePhone } from '#shared/domain/phone';

/** The voter's input so far, stored as long as the tab is open, so that a reload loses nothing. */
const STORAGE_KEY = 'checkoutDraft';

export const readDraft = (): string | null => tabStorage.getItem(STORAGE_KEY);

export const writeDraft = (draft: string): void => tabStorage.setItem(STORAGE_KEY, draft);

/** Called once paid: the next visit starts from the default votes again. */
export const forgetDraft = (): void => tabStorage.removeItem(STORAGE_KEY);

/** The nine digits that a payment succeeded with, and when, in epoch ms. */
const SAVED_KEY = 'savedPhoneNumber';
const SAVED_FOR_MS = 30 * 24 * 3_600_000;
/**
 * The number whose prompt is open; in the tab only, because a number that never paid is not saved.
 */
const PAYER_KEY = 'payerOfPayment';

/** @param phoneDigits null when the voter did not ask to save the number */
export function rememberPayer(paymentId: string, phoneDigits: string | null): void {
  if (phoneDigits === null) tabStorage.removeItem(PAYER_KEY);
  else tabStorage.setItem(PAYER_KEY, `${paymentId} ${phoneDigits}`);
}

/** Saves the number of a successful payment for the next checkout, if the voter chose that. */
export function savePayerOf(paymentId: string): void {
  const [payerOf, phoneDigits] = tabStorage.getItem(PAYER_KEY)?.split(' ', 2) ?? [];
  tabStorage.removeItem(PAYER_KEY);
  if (payerOf !== paymentId || !phoneDigits) return;
  browserStorage.setItem(SAVED_KEY, `${phoneDigits} ${Date.now()}`);
}

/**
 * Returns null once it has expired. Deletes expired entries, and numbers that earlier releases
 * saved without consent.
 */
export function savedNumber(): string | null {
  const [, phoneDigits = '', savedAt] =
    /^(\d{9}) (\d+)$/.exec(browserStorage.getItem(SAVED_KEY) ?? '') ?? [];
  const ageMs = Date.now() - Number(savedAt);
  if (normalizePhone(phoneDigits) !== null && ageMs >= 0 && ageMs < SAVED_FOR_MS)
    return phoneDigits;
  forgetSavedNumber();
  return null;
}

export const forgetSavedNumber = (): void => browserStorage.removeItem(SAVED_KEY);
