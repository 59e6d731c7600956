import { tabStorage } from '#client/lib/browser/storage';
import { rememberedPayment } from './open-payments';
import { writeDraft } from './saved-payer';

/** The form as it was submitted; with its number and address it is stored only in the tab. */
const DRAFT_KEY = 'pendingPaymentDraft';

/** @param draft the form as it was submitted */
export const rememberDraft = (paymentId: string, draft: string | null): void =>
  tabStorage.setItem(DRAFT_KEY, JSON.stringify([paymentId, draft]));

interface PaidOrder {
  artistId: string;
  /** Restores the form, whatever was filled in since. @returns the address of its page */
  reopen: () => string;
}

/** Returns where a payment began; null when this browser did not store it. */
export function paidOrderOf(paymentId: string): PaidOrder | null {
  const artist = rememberedPayment(paymentId)?.artist;
  if (!artist) return null;
  return {
    artistId: artist.id,
    reopen() {
      const [draftOf, draft] = storedDraft();
      if (draftOf === paymentId && typeof draft === 'string') writeDraft(draft);
      return `/checkout?artist=${encodeURIComponent(JSON.stringify(artist))}`;
    },
  };
}

function storedDraft(): unknown[] {
  try {
    const stored: unknown = JSON.parse(tabStorage.getItem(DRAFT_KEY) ?? '[]');
    return Array.isArray(stored) ? stored : [];
  } catch {
    return []; // Not written by this code.
  }
}

/** Called once the payment is paid: deletes all data of the payer. */
export function forgetDraftOf(paymentId: string): void {
  if (storedDraft()[0] === paymentId) tabStorage.removeItem(DRAFT_KEY);
}
