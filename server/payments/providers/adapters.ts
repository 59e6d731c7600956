import { campay } from './campay';
import { fapshi } from './fapshi';
import { mtnMomo } from './mtn-momo';
import { stripe } from './stripe';

/** Every provider the product can be paid through; the configuration reads their variables. */
export const PAYMENT_ADAPTERS = {
  card: stripe,
  /** What `MOBILE_MONEY_PROVIDER` can name; the first is the default. */
  mobileMoney: [campay, fapshi, mtnMomo],
} as const;
