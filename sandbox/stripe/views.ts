import { badRequest } from './api-error';
import type { RecordStore } from './books';
import { FIRST_PAGE, listOf } from './lists';
import type { Charge, PaymentIntent, Refund } from './objects';
import { refundsOf } from './refunds';

/** The part of a payment that a browser may see: neither our metadata nor the charge. */
export function publicView(intent: PaymentIntent) {
  const {
    allowed_payment_method_types: _allowed,
    latest_charge: _charge,
    metadata: _metadata,
    ...visible
  } = intent;
  return visible;
}

type ExpandedCharge = Charge & { refunds?: ReturnType<typeof listOf<Refund>> };
type ExpandedIntent = Omit<PaymentIntent, 'latest_charge'> & {
  latest_charge: string | ExpandedCharge | null;
};

const CHARGE = 'latest_charge';
/** Expands the charge when the call requests it. */
const CHARGE_REFUNDS = 'latest_charge.refunds';

/** What may be expanded with a payment intent. */
export const INTENT_EXPANSIONS = [CHARGE, CHARGE_REFUNDS];

/** @param expand names of fields to be replaced by the objects they refer to */
export function expandedIntent(
  records: RecordStore,
  intent: PaymentIntent,
  expand: readonly string[],
): ExpandedIntent {
  const charge = intent.latest_charge === null ? null : records.charges.get(intent.latest_charge);
  if (!charge || expand.length === 0) return intent;
  if (!expand.includes(CHARGE_REFUNDS)) return { ...intent, latest_charge: charge };
  const url = `/v1/charges/${charge.id}/refunds`;
  const refunds = listOf(url, refundsOf(records, charge.id), FIRST_PAGE);
  return { ...intent, latest_charge: { ...charge, refunds } };
}

export function refuseUnknownExpansions(expand: readonly string[], known: readonly string[]): void {
  const unknown = expand.find((field) => !known.includes(field));
  if (unknown === undefined) return;
  throw badRequest(`This property cannot be expanded (${unknown}).`, { param: 'expand' });
}
