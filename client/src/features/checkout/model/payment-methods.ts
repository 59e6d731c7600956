import type { PublicConfig } from '#shared/contracts/config';
import type { PaymentMethod } from '#shared/domain/payment';

export type PaymentMethods = readonly [PaymentMethod, ...PaymentMethod[]];

/**
 * Returns the methods that the voter can choose from, the default first; null when there are none.
 */
export function paymentMethodsOf({
  methods,
  stripePublishableKey,
}: Pick<PublicConfig, 'methods' | 'stripePublishableKey'>): PaymentMethods | null {
  const hasCard = methods.card && stripePublishableKey !== null;
  if (methods.mobileMoney) return hasCard ? ['mobile-money', 'card'] : ['mobile-money'];
  return hasCard ? ['card'] : null;
}

/** Returns the method that the form is for: the wanted one, unless it is off. */
export const chosenOf = (methods: PaymentMethods, wanted: PaymentMethod): PaymentMethod =>
  methods.includes(wanted) ? wanted : methods[0];
