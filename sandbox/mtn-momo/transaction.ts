import { z } from 'zod';
import { type Outcome, walletPaymentSchema } from '#sandbox/mobile-money/payment';
import { failedFor, openingFor, PAID } from '#sandbox/mobile-money/plan';
import { behaviourOf } from '#sandbox/phone/number-behaviour';
import type { MtnMomoDelays } from './delays';
import type { TargetEnvironment } from './environment';
import { type Payer, type PaymentOrder, payerSchema } from './request-to-pay';
import { certainFailureOf, ONGOING_TEST_NUMBER } from './wallets';

/** The reference is the caller's `X-Reference-Id`. */
export const transactionSchema = walletPaymentSchema.extend({
  externalId: z.string().nullable(),
  payer: payerSchema,
  payerMessage: z.string(),
  payeeNote: z.string(),
  /** Null: no webhook is sent. */
  callbackUrl: z.string().nullable(),
});

/** A payment as stored by the provider. Times are in epoch ms. */
export type MtnMomoTransaction = z.infer<typeof transactionSchema>;

/** Outcome of a payment whose payer did not answer within five minutes. */
export const UNANSWERED: Outcome = failedFor('COULD_NOT_PERFORM_TRANSACTION');

/** Creates the payment of an accepted order, with its scheduled steps. */
export function transactionOf(
  order: PaymentOrder,
  environment: TargetEnvironment,
  delays: MtnMomoDelays,
): MtnMomoTransaction {
  const createdAt = Date.now();
  const { partyId } = order.payer;
  const outcome = outcomeByItself(order.payer, environment);
  const opening = openingFor(partyId, createdAt, delays, outcome);
  const isOngoing = environment === 'sandbox' && partyId === ONGOING_TEST_NUMBER;
  return {
    ...opening,
    ...order,
    number: partyId,
    operator: 'MTN',
    ...(isOngoing ? { plan: [{ ...PAID, at: createdAt + delays.ongoingAfterMs }] } : {}),
  };
}

/**
 * Returns the outcome that does not depend on the phone's owner; undefined if the owner decides.
 */
function outcomeByItself(payer: Payer, environment: TargetEnvironment): Outcome | undefined {
  const reason = certainFailureOf(payer, environment);
  if (reason !== null) return failedFor(reason);
  // The test environment has no phones: a number that is not a test number simply pays.
  const isUnattended =
    environment === 'sandbox' && behaviourOf(payer.partyId) === 'waits-for-phone';
  return isUnattended ? PAID : undefined;
}
