import type { MobileMoneyAdapter } from './adapter';
import { campay } from './campay';
import { fapshi } from './fapshi';
import { mtnMomo } from './mtn-momo';

/** Everybody `MOBILE_MONEY_PROVIDER` can name; the first is the default. */
export const MOBILE_MONEY_ADAPTERS = [campay, fapshi, mtnMomo] as const satisfies [
  MobileMoneyAdapter,
  ...MobileMoneyAdapter[],
];
