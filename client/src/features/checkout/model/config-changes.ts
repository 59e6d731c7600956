import type { PublicConfig } from '#shared/contracts/config';
import type { PaymentMethod } from '#shared/domain/payment';
import type { Money } from '#shared/domain/pricing';
import type { PaymentMethods } from './payment-methods';

/** What the organiser has changed while the page was open, as far as the voter has to know it. */
export type ConfigChange =
  /** Price of one vote by the chosen method. */
  | { type: 'price'; price: Money }
  | { type: 'methodOff' | 'methodOn'; method: PaymentMethod }
  | { type: 'extended' | 'shortened'; closesAt: string }
  | { type: 'openEnded' };

/** The part of the configuration that the form shows. */
export interface ShownOffer {
  methods: PaymentMethods;
  prices: PublicConfig['prices'];
  closesAt: string | null;
}

/** @param method chosen after the change */
export function changesBetween(
  before: ShownOffer,
  after: ShownOffer,
  method: PaymentMethod,
): ConfigChange[] {
  const off = before.methods.filter((one) => !after.methods.includes(one));
  const on = after.methods.filter((one) => !before.methods.includes(one));
  const price = after.prices[method];
  const shownPrice = before.prices[method];
  const isPriceNew =
    before.methods.includes(method) &&
    (price.amountMinor !== shownPrice.amountMinor || price.currency !== shownPrice.currency);
  return [
    ...off.map((one): ConfigChange => ({ type: 'methodOff', method: one })),
    ...on.map((one): ConfigChange => ({ type: 'methodOn', method: one })),
    ...(isPriceNew ? [{ type: 'price' as const, price }] : []),
    ...closingChange(before.closesAt, after.closesAt),
  ];
}

function closingChange(before: string | null, after: string | null): ConfigChange[] {
  if (before === after) return [];
  if (after === null) return [{ type: 'openEnded' }];
  const isLater = before !== null && Date.parse(after) > Date.parse(before);
  return [{ type: isLater ? 'extended' : 'shortened', closesAt: after }];
}
