import { operatorOf } from '#sandbox/phone/operators';
import type { TargetEnvironment } from './environment';
import type { Payer } from './request-to-pay';

/** The provider's test numbers, and why a payment from them fails. */
const FAILING_TEST_NUMBERS: ReadonlyMap<string, string> = new Map([
  ['46733123450', 'INTERNAL_PROCESSING_ERROR'],
  ['46733123451', 'APPROVAL_REJECTED'],
  ['46733123452', 'EXPIRED'],
  ['46733123454', 'PAYER_DELAYED'],
  ['46733123455', 'PAYER_NOT_FOUND'],
  ['46733123456', 'PAYEE_NOT_ALLOWED_TO_RECEIVE'],
  ['46733123457', 'NOT_ALLOWED'],
  ['46733123458', 'NOT_ALLOWED_TARGET_ENVIRONMENT'],
  ['46733123459', 'INVALID_CALLBACK_URL_HOST'],
  ['46733123460', 'INVALID_CURRENCY'],
  ['46733123461', 'INTERNAL_PROCESSING_ERROR'],
  ['46733123462', 'SERVICE_UNAVAILABLE'],
  ['46733123463', 'COULD_NOT_PERFORM_TRANSACTION'],
]);

/** Stays pending for a while and then pays. */
export const ONGOING_TEST_NUMBER = '46733123453';

/**
 * Returns why a payment fails whatever the phone's owner does; null when it depends on the owner.
 */
export function certainFailureOf(payer: Payer, environment: TargetEnvironment): string | null {
  if (environment === 'sandbox') return FAILING_TEST_NUMBERS.get(payer.partyId) ?? null;
  return isMtnNumber(payer) ? null : 'PAYER_NOT_FOUND';
}

/** The provider's live environment supports MTN wallets only. */
function isMtnNumber({ partyIdType, partyId }: Payer): boolean {
  return partyIdType === 'MSISDN' && operatorOf(partyId) === 'MTN';
}

/** In the test environment every number has a wallet, except the one defined to have none. */
export function hasWallet(number: string, environment: TargetEnvironment): boolean {
  const payer: Payer = { partyIdType: 'MSISDN', partyId: number };
  return certainFailureOf(payer, environment) !== 'PAYER_NOT_FOUND';
}
