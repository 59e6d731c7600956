import { expect, test } from 'vitest';
import { failureReasonIn } from './failure-words';

test.each([
  ['APPROVAL_REJECTED', 'declined'],
  ['PAYMENT_NOT_APPROVED', 'declined'],
  ['TRANSACTION_CANCELED', 'declined'],
  ['EXPIRED', 'expired'],
  ['COULD_NOT_PERFORM_TRANSACTION', 'expired'],
  ['PAYER_DELAYED', 'expired'],
  ['NOT_ENOUGH_FUNDS', 'insufficient-funds'],
  ['Insufficient balance', 'insufficient-funds'],
  ['PAYER_LIMIT_REACHED', 'limit-reached'],
  ['PAYER_NOT_FOUND', 'no-wallet'],
  ['Initiatee not found', 'no-wallet'],
  ['Wrong PIN entered', 'wrong-pin'],
  ['PAYEE_NOT_FOUND', 'unavailable'],
  ['NOT_ALLOWED_TARGET_ENVIRONMENT', 'unavailable'],
  ['SERVICE_UNAVAILABLE', 'unavailable'],
  ['INTERNAL_PROCESSING_ERROR', 'unknown'],
  ['Something new', 'unknown'],
  [null, 'unknown'],
] as const)('%s means %s', (text, reason) => {
  expect(failureReasonIn(text)).toBe(reason);
});
