import * as z from 'zod/mini';
import { browserStorage, tabStorage } from '#client/lib/storage';
import { readDraft, writeDraft } from './saved-payer';

/** For whom the payment is that was started last, in every tab. */
const ARTIST_KEY = 'pendingPaymentArtist';
/** The form as it was paid; with its number and address it stays in the tab. */
const DRAFT_KEY = 'pendingPaymentDraft';

const paidFor = z.object({ paymentId: z.string(), id: z.string(), name: z.string() });

/** To be called as the payment starts: by then the form is as it was sent. */
export function rememberOrder(paymentId: string, { id, name }: { id: string; name: string }): void {
  browserStorage.setItem(ARTIST_KEY, JSON.stringify({ paymentId, id, name }));
  tabStorage.setItem(DRAFT_KEY, JSON.stringify([paymentId, readDraft()]));
}

interface PaidOrder {
  artistId: string;
  /** Fills the form in again as it was, whatever was filled in since. @returns where it stands */
  reopen: () => string;
}

/** Where a payment began; null where this browser does not know. */
export function paidOrderOf(paymentId: string): PaidOrder | null {
  const artist = artistOf(paymentId);
  if (artist === null) return null;
  return {
    artistId: artist.id,
    reopen() {
      const [draftOf, draft] = parsed(tabStorage.getItem(DRAFT_KEY)) ?? [];
      if (draftOf === paymentId && typeof draft === 'string') writeDraft(draft);
      return `/checkout?artist=${encodeURIComponent(JSON.stringify(artist))}`;
    },
  };
}

function artistOf(paymentId: string): { id: string; name: string } | null {
  const { success, data } = paidFor.safeParse(parsed(browserStorage.getItem(ARTIST_KEY)));
  if (!success || data.paymentId !== paymentId) return null;
  return { id: data.id, name: data.name };
}

function parsed(text: string | null) {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return null; // nothing stored
  }
}

/** Once it is paid. */
export function forgetOrder(): void {
  browserStorage.removeItem(ARTIST_KEY);
  tabStorage.removeItem(DRAFT_KEY);
}
