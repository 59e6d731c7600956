import { useState } from 'react';
import * as z from 'zod/mini';
import { MAX_VOTES_PER_CATEGORY } from '#shared/domain/votes';
import { readDraft, savedNumber, writeDraft } from './model/saved-payer';
import type { PaymentProgress } from './progress/model/payment-progress';
import { usePaymentProgress } from './progress/use-payment-progress';

const checkoutDraft = z.object({
  artistId: z.string(),
  method: z._default(z.enum(['mobile-money', 'card']), 'mobile-money'),
  /** By nomination id. */
  votes: z.record(z.string(), z.int().check(z.minimum(0), z.maximum(MAX_VOTES_PER_CATEGORY))),
  phoneDigits: z.string().check(z.regex(/^\d{0,12}$/)),
  keepsNumber: z._default(z.boolean(), false),
  email: z.string(),
});
type CheckoutDraft = z.infer<typeof checkoutDraft>;

/** The votes belong to one artist; the payer stays the same from one artist to the next. */
function storedDraft(artistId: string): CheckoutDraft {
  const empty: CheckoutDraft = {
    artistId,
    method: 'mobile-money',
    votes: {},
    phoneDigits: savedNumber() ?? '',
    keepsNumber: false,
    email: '',
  };
  try {
    const stored = checkoutDraft.parse(JSON.parse(readDraft() ?? ''));
    return stored.artistId === artistId ? stored : { ...stored, artistId, votes: {} };
  } catch {
    return empty; // nothing stored, or by an older version of this page
  }
}

/** Once there is nothing more to pay; its receipt may still be on the way. */
const isPaid = ({ phase }: PaymentProgress): boolean =>
  phase === 'loadingReceipt' || phase === 'receiptUnavailable' || phase === 'receiptShown';

/** The form as filled in so far; survives a reload. */
export function useCheckoutDraft(artistId: string) {
  const { progress } = usePaymentProgress();
  const [draft, setDraft] = useState(() => storedDraft(artistId));
  const [wasPaid, setWasPaid] = useState(false);

  // The stored one is gone by now: it must not come back with the next change.
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
