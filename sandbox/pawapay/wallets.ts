import type { Outcome, WalletPayment } from '#sandbox/mobile-money/payment';
import { failedFor, PAID } from '#sandbox/mobile-money/plan';
import { type Operator, operatorOf } from '#sandbox/phone/operators';

/** The provider's codes of the wallets in Cameroon. */
export const WALLETS = { MTN_MOMO_CMR: 'MTN', ORANGE_CMR: 'Orange' } as const satisfies Record<
  string,
  Operator
>;

export type WalletCode = keyof typeof WALLETS;

export const isWalletCode = (code: string): code is WalletCode => Object.hasOwn(WALLETS, code);

export const walletCodeOf = (operator: WalletPayment['operator']): WalletCode =>
  operator === 'MTN' ? 'MTN_MOMO_CMR' : 'ORANGE_CMR';

/** Limits of one deposit, in whole XAF. Invented: each account has its own. */
export const LIMITS = { least: 100, most: 500_000 } as const;

/** Remains open; the documentation calls its state SUBMITTED. */
const OPEN = null;

/** The official test numbers of the provider's own sandbox; for Orange only one is confirmed. */
export const TEST_NUMBERS: ReadonlyMap<string, Outcome | typeof OPEN> = new Map([
  ['237653456789', PAID],
  ['237693456789', PAID],
  ['237653456019', failedFor('PAYER_LIMIT_REACHED')],
  ['237653456029', failedFor('PAYER_NOT_FOUND')],
  ['237653456039', failedFor('PAYMENT_NOT_APPROVED')],
  ['237653456069', failedFor('UNSPECIFIED_FAILURE')],
  ['237653456129', OPEN],
]);

/**
 * Returns the outcome of a deposit whatever the phone's owner does; undefined if the owner decides.
 */
export function certainOutcomeOf(number: string, operator: Operator): Outcome | undefined {
  return operatorOf(number) === operator ? undefined : failedFor('PAYER_NOT_FOUND');
}
