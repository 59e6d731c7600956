import type { Outcome } from '#sandbox/mobile-money/payment';
import { PAID } from '#sandbox/mobile-money/plan';

/** The provider documents that these fail, but not why. */
const FAILED: Outcome = { status: 'FAILED', reason: null, isAnnounced: true };

/** The official test numbers of the provider's sandbox. */
export const TEST_NUMBERS: ReadonlyMap<string, Outcome> = new Map([
  ['237670000000', PAID],
  ['237670000002', PAID],
  ['237650000000', PAID],
  ['237690000000', PAID],
  ['237690000002', PAID],
  ['237656000000', PAID],
  ['237670000001', FAILED],
  ['237670000003', FAILED],
  ['237650000001', FAILED],
  ['237690000001', FAILED],
  ['237690000003', FAILED],
  ['237656000001', FAILED],
]);
