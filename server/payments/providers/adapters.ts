import { campay } from './campay';
import { fapshi } from './fapshi';
import { mtnMomo } from './mtn-momo';
import { pawapay } from './pawapay/pawapay';
import { stripe } from './stripe';

/** All supported payment providers; the configuration reads their variables. */
export const PAYMENT_ADAPTERS = {
  card: stripe,
  /** All names `MOBILE_MONEY_PROVIDERS` accepts; the first is the default. */
  mobileMoney: [campay, fapshi, mtnMomo, pawapay],
} as const;
