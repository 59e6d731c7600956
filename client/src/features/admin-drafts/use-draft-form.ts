import { useEffect, useState } from 'react';
import type { DraftKeeper } from './model/draft-keeper';

/** What a draft is made from, and compared with. */
interface Stored<Draft> {
  draft: Draft;
  /** None for what is being created. */
  version: number | null;
}

interface DraftOptions<Draft> {
  keeper: DraftKeeper<Draft>;
  /** Of what is edited; null for what is being created. */
  id: string | null;
  stored: Stored<Draft>;
  isSame: (one: Draft, other: Draft) => boolean;
  /** Goes on with the draft that was kept, without offering it first. */
  isRestored?: boolean;
}

/** A form's draft, kept in the tab while it differs from what is stored. */
export function useDraft<Draft>({
  keeper,
  id,
  stored: initial,
  isSame,
  isRestored = false,
}: DraftOptions<Draft>) {
  const [found] = useState(() => keeper.find(id));
  const [stored, setStored] = useState(() =>
    // The version it was made from: a save since then is not overwritten.
    isRestored && found ? { ...initial, version: found.version } : initial,
  );
  const [draft, setDraft] = useState(() => (isRestored && found ? found.draft : initial.draft));
  const [offer, setOffer] = useState(isRestored ? null : found);
  const isDirty = !isSame(draft, stored.draft);
  const { version } = stored;

  useEffect(() => {
    if (isDirty) keeper.keep({ id, draft, version });
    else if (!offer) keeper.forget(id);
  }, [keeper, id, draft, version, isDirty, offer]);

  return {
    draft,
    setDraft,
    version,
    isDirty,
    hasOffer: offer !== null,
    restore() {
      if (!offer) return;
      setDraft(offer.draft);
      setStored({ ...stored, version: offer.version });
      setOffer(null);
    },
    discardOffer: () => setOffer(null),
    /** Keeps the draft and takes the latest stored version as its base. */
    goOnOver: setStored,
    takeOver(latest: Stored<Draft>) {
      setStored(latest);
      setDraft(latest.draft);
    },
    forget: () => keeper.forget(id),
  };
}
