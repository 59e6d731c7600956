import type { Outcome } from '#sandbox/mobile-money/payment';
import { failedFor, PAID } from '#sandbox/mobile-money/plan';

/** The four test numbers of the provider's demo host, with their outcomes. */
export const TEST_NUMBERS: ReadonlyMap<string, Outcome> = new Map([
  ['237677777777', PAID],
  ['237677777770', failedFor('PAYEE_NOT_FOUND')],
  ['237699999999', PAID],
  ['237699999990', failedFor('Initiatee not found')],
]);
