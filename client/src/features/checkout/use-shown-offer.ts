import { useState } from 'react';
import type { PublicConfig } from '#shared/contracts/config';
import type { PaymentMethod } from '#shared/domain/payment';
import { type ConfigChange, changesBetween, type ShownOffer } from './model/config-changes';
import { chosenOf, type PaymentMethods } from './model/payment-methods';

interface Shown {
  config: PublicConfig;
  offer: ShownOffer;
  changes: ConfigChange[];
}

/**
 * Takes over what the organiser changes while the form is open, and says what that is.
 * @param wanted method that the voter chose
 * @param isFrozen true while a card is being charged: its order stays on screen as it is
 */
export function useShownOffer(
  config: PublicConfig,
  methods: PaymentMethods,
  { wanted, isFrozen }: { wanted: PaymentMethod; isFrozen: boolean },
) {
  const { prices, voting } = config;
  const latest: ShownOffer = { methods, prices, closesAt: voting.closesAt };
  const [shown, setShown] = useState<Shown>({ config, offer: latest, changes: [] });
  if (!isFrozen && shown.config !== config) {
    const found = changesBetween(shown.offer, latest, chosenOf(methods, wanted));
    setShown({ config, offer: latest, changes: found.length > 0 ? found : shown.changes });
  }
  return {
    offer: shown.offer,
    /** Since the last press. */
    changes: shown.changes,
    forgetChanges: () => setShown({ ...shown, changes: [] }),
  };
}
