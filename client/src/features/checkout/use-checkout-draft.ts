import { useState } from 'react';
import * as z from 'zod/mini';
import { MAX_VOTES_PER_CATEGORY } from '#shared/domain/votes';
import { readDraft, savedNumber, writeDraft } from './model/saved-payer';

const checkoutDraft = z.object({
  artistId: z.string(),
  method: z._default(z.enum(['mobile-money', 'card']), 'mobile-money'),
  /** By nomination id. */
  votes: z.record(z.string(), z.int().check(z.minimum(0), z.maximum(MAX_VOTES_PER_CATEGORY))),
  phoneDigits: z.string().check(z.regex(/^\d{0,9}$/)),
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
    email: '',
  };
  try {
    const stored = checkoutDraft.parse(JSON.parse(readDraft() ?? ''));
    return stored.artistId === artistId ? stored : { ...stored, artistId, votes: {} };
  } catch {
    return empty; // nothing stored, or by an older version of this page
  }
}

/** The form as filled in so far; survives a reload. */
export function useCheckoutDraft(artistId: string) {
  const [draft, setDraft] = useState(() => storedDraft(artistId));

  const changeDraft = (change: Partial<Omit<CheckoutDraft, 'artistId'>>) => {
    const changed = { ...draft, ...change };
    setDraft(changed);
    writeDraft(JSON.stringify(changed));
  };

  return { draft, changeDraft };
}
