import { z } from 'zod';
import { type Outcome, walletPaymentSchema } from '#sandbox/mobile-money/payment';
import { failedFor, openingFor, PAID } from '#sandbox/mobile-money/plan';
import { behaviourOf } from '#sandbox/phone/number-behaviour';
import type { MtnMomoDelays } from './delays';
import type { TargetEnvironment } from './environment';
import { type Payer, type PaymentOrder, payerSchema } from './request-to-pay';
import { certainFailureOf, ONGOING_TEST_NUMBER } from './wallets';

/** The reference is the caller's own: its `X-Reference-Id`. */
export const transactionSchema = walletPaymentSchema.extend({
  externalId: z.string().nullable(),
  payer: payerSchema,
  payerMessage: z.string(),
  payeeNote: z.string(),
  /** Null: no webhook is sent. */
  callbackUrl: z.string().nullable(),
});

/** A payment as the provider knows it. Times are epoch ms. */
export type MtnMomoTransaction = z.infer<typeof transactionSchema>;

/** What the provider says of a payment that its payer did not answer within five minutes. */
export const UNANSWERED: Outcome = failedFor('COULD_NOT_PERFORM_TRANSACTION');

/** The payment that an accepted order becomes, with what will happen to it by itself. */
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

/** How a payment ends whatever its owner would do; undefined when it is the owner's to decide. */
function outcomeByItself(payer: Payer, environment: TargetEnvironment): Outcome | undefined {
  const reason = certainFailureOf(payer, environment);
  if (reason !== null) return failedFor(reason);
  // No phone rings in the test environment: a number without a part of its own simply pays.
  const isUnattended =
    environment === 'sandbox' && behaviourOf(payer.partyId) === 'waits-for-phone';
  return isUnattended ? PAID : undefined;
}
