import type { PaymentMethod } from './payment';

export type Currency = 'XAF' | 'USD';

/** An amount with its currency, which are never separated. In minor units; XAF has none. */
export interface Money {
  amountMinor: number;
  currency: Currency;
}

/** Price of one vote, by method. */
export type VotePrices = Readonly<Record<PaymentMethod, Money>>;

/**
 * 100 CFA by mobile money, 50 US cents by card: defaults until the organiser sets prices, and the
 * prices of all payments from before prices were stored. Never change them.
 */
export const INITIAL_VOTE_PRICES: VotePrices = {
  'mobile-money': { amountMinor: 100, currency: 'XAF' },
  card: { amountMinor: 50, currency: 'USD' },
};

/** In minor units. Stripe's minimum is 50 cents, and one vote must be payable. */
export const PRICE_RANGE = {
  mobileMoney: { least: 5, most: 100_000 },
  card: { least: 50, most: 20_000 },
} as const;

export const priceOf = (votes: number, { amountMinor, currency }: Money): Money => ({
  amountMinor: votes * amountMinor,
  currency,
});
