import type { PaymentMethod } from './payment';

export type Currency = 'XAF' | 'USD';

/** An amount never travels without its currency. Minor units; XAF has none. */
export interface Money {
  amountMinor: number;
  currency: Currency;
}

/** Price of one vote: 100 CFA by mobile money, 50 US cents by card. */
export const VOTE_PRICES: Readonly<Record<PaymentMethod, Money>> = {
  'mobile-money': { amountMinor: 100, currency: 'XAF' },
  card: { amountMinor: 50, currency: 'USD' },
};

export function priceOf(votes: number, method: PaymentMethod): Money {
  const { amountMinor, currency } = VOTE_PRICES[method];
  return { amountMinor: votes * amountMinor, currency };
}

/** In minor units. Stripe takes no less than 50 cents, and one vote must be payable. */
export const PRICE_RANGE = {
  mobileMoney: { least: 5, most: 100_000 },
  card: { least: 50, most: 20_000 },
} as const;
