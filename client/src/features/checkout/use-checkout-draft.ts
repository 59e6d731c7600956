import { useState } from 'react';
import { type CheckoutDraft, readCheckoutDraft } from './model/checkout-draft';
import { readDraft, savedNumber, writeDraft } from './model/saved-payer';
import type { PaymentProgress } from './progress/model/payment-progress';
import { usePaymentProgress } from './progress/use-payment-progress';

/** The votes belong to one artist; the payer's data is reused for the next artist. */
function storedDraft(artistId: string): CheckoutDraft {
  const stored = readCheckoutDraft(readDraft() ?? '');
  if (stored) return stored.artistId === artistId ? stored : { ...stored, artistId, votes: {} };
  return {
    artistId,
    method: 'mobile-money',
    votes: {},
    phoneDigits: savedNumber() ?? '',
    keepsNumber: false,
    email: '',
  };
}

/** True once nothing remains to be paid; the receipt may still be loading. */
const isPaid = ({ phase }: PaymentProgress): boolean =>
  phase === 'loadingReceipt' || phase === 'receiptUnavailable' || phase === 'receiptShown';

/** The form as filled in so far; survives a reload. */
export function useCheckoutDraft(artistId: string) {
  const { progress } = usePaymentProgress();
  const [draft, setDraft] = useState(() => storedDraft(artistId));
  const [wasPaid, setWasPaid] = useState(false);

  // The stored draft is deleted: the next change must not bring it back.
  if (isPaid(progress) !== wasPaid) {
    setWasPaid(!wasPaid);
    if (!wasPaid) setDraft({ ...draft, phoneDigits: '', keepsNumber: false, email: '' });
  }

  const changeDraft = (change: Partial<Omit<CheckoutDraft, 'artistId'>>) => {
    const changed = { ...draft, ...change };
    setDraft(changed);
    writeDraft(JSON.stringify(changed));
  };

  return { draft, changeDraft };
}
