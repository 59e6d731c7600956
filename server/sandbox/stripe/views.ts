import { badRequest } from './api-error';
import type { Books } from './books';
import type { Charge, PaymentIntent } from './objects';

/** What a browser may know of a payment: neither our metadata nor the charge. */
export function publicView(intent: PaymentIntent) {
  const {
    allowed_payment_method_types: _allowed,
    latest_charge: _charge,
    metadata: _metadata,
    statement_descriptor_suffix: _suffix,
    ...visible
  } = intent;
  return visible;
}

type ExpandedIntent = Omit<PaymentIntent, 'latest_charge'> & {
  latest_charge: string | Charge | null;
};

/** @param expand names of fields to be replaced by the objects they refer to */
export function expandedIntent(
  books: Books,
  intent: PaymentIntent,
  expand: readonly string[],
): ExpandedIntent {
  refuseUnknownExpansions(expand, ['latest_charge']);
  const { latest_charge: chargeId } = intent;
  if (chargeId === null || !expand.includes('latest_charge')) return intent;
  return { ...intent, latest_charge: books.charges.get(chargeId) ?? chargeId };
}

export function refuseUnknownExpansions(
  expand: readonly string[],
  known: readonly string[] = [],
): void {
  const unknown = expand.find((one) => !known.includes(one));
  if (unknown === undefined) return;
  throw badRequest(`This property cannot be expanded (${unknown}).`, { param: 'expand' });
}
