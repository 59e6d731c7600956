import { tabStorage } from '#client/lib/browser/storage';
import { rememberedPayment } from './open-payments';
import { writeDraft } from './saved-payer';

/** The form as it was paid; with its number and address it stays in the tab. */
const DRAFT_KEY = 'pendingPaymentDraft';

/** @param draft the form as it was sent */
export const rememberDraft = (paymentId: string, draft: string | null): void =>
  tabStorage.setItem(DRAFT_KEY, JSON.stringify([paymentId, draft]));

interface PaidOrder {
  artistId: string;
  /** Fills the form in again as it was, whatever was filled in since. @returns where it stands */
  reopen: () => string;
}

/** Where a payment began; null where this browser does not know. */
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
    return []; // not ours
  }
}

/** Once it is paid: nothing of its payer stays. */
export function forgetDraftOf(paymentId: string): void {
  if (storedDraft()[0] === paymentId) tabStorage.removeItem(DRAFT_KEY);
}
