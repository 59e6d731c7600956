import { badRequest, badState, noSuch } from './api-error';
import type { Books } from './books';
import { testCardOf } from './cards';
import { type Cause, NO_CAUSE, recordEvent } from './events';
import { newId, nowInSeconds } from './identifiers';
import type { Charge, Metadata, Refund } from './objects';
import type { Params } from './params';
import { changedMetadata } from './payment-intent-params';

export interface RefundOrder {
  charge: Charge;
  /** In minor units; null refunds all that is left. */
  amount: number | null;
  reason: string | null;
  metadata: Metadata;
}

export function readRefund(books: Books, params: Params): RefundOrder {
  const intentId = params.text('payment_intent');
  const chargeId = params.text('charge');
  const order = {
    amount: params.integer('amount') ?? null,
    reason: params.oneOf('reason', ['duplicate', 'fraudulent', 'requested_by_customer']) ?? null,
    metadata: changedMetadata({}, params.record('metadata')),
  };
  if (intentId != null) return { ...order, charge: chargeTakenFor(books, intentId) };
  if (chargeId != null) return { ...order, charge: findCharge(books, chargeId) };
  const message = 'One of the following params should be provided: payment_intent or charge.';
  throw badRequest(message, { code: 'parameter_missing' });
}

/** Creates a refund; with some cards it takes a while, or fails later (see `settleRefund`). */
export function createRefund(
  books: Books,
  { charge, amount, reason, metadata }: RefundOrder,
  cause: Cause,
): Refund {
  checkRefundable(books, charge);
  const left = charge.amount - charge.amount_refunded;
  const refunded = amount ?? left;
  if (refunded < 1) {
    const message = 'This value must be greater than or equal to 1.';
    throw badRequest(message, { code: 'parameter_invalid_integer', param: 'amount' });
  }
  if (refunded > left) {
    const message = `Refund amount (${refunded}) is greater than unrefunded amount on charge (${left}).`;
    throw badState(message, { code: 'amount_too_large', param: 'amount' });
  }
  const { aftermath } = testCardOf(charge.payment_method_details.card);
  const refund: Refund = {
    id: newId('re'),
    object: 'refund',
    amount: refunded,
    charge: charge.id,
    created: nowInSeconds(),
    currency: charge.currency,
    metadata,
    payment_intent: charge.payment_intent,
    reason,
    status: aftermath === 'refund-pends' ? 'pending' : 'succeeded',
  };
  const after = withRefunded(charge, charge.amount_refunded + refunded);
  books.put(refund, after);
  const { amount_refunded, refunded: wasRefunded } = charge;
  const previous = { amount_refunded, refunded: wasRefunded };
  recordEvent(books, 'charge.refunded', after, cause, previous);
  recordEvent(books, 'refund.created', refund, cause);
  return refund;
}

/** True when this refund will still change automatically. */
export function isUnsettled(books: Books, refund: Refund): boolean {
  const charge = books.charges.get(refund.charge);
  if (!charge) return false;
  const { aftermath } = testCardOf(charge.payment_method_details.card);
  if (aftermath === 'refund-pends') return refund.status === 'pending';
  return aftermath === 'refund-fails' && refund.status === 'succeeded';
}

/** Settles a refund: the money arrives, or is returned. */
export function settleRefund(books: Books, refund: Refund): void {
  if (refund.status === 'pending') {
    const arrived: Refund = { ...refund, status: 'succeeded' };
    books.put(arrived);
    recordEvent(books, 'refund.updated', arrived, NO_CAUSE);
    return;
  }
  failRefund(books, refund);
}

/** Fails a refund: the payer's bank no longer accepts money for this card, and it is returned. */
export function failRefund(books: Books, refund: Refund): Refund {
  const charge = findCharge(books, refund.charge);
  const failed: Refund = { ...refund, status: 'failed', failure_reason: 'unknown' };
  books.put(failed, withRefunded(charge, charge.amount_refunded - refund.amount));
  recordEvent(books, 'refund.failed', failed, NO_CAUSE);
  return failed;
}

/** Returns all refunds of a charge, oldest first, including failed ones. */
export const refundsOf = (books: Books, chargeId: string): Refund[] =>
  [...books.refunds.values()].filter(({ charge }) => charge === chargeId);

export function findCharge(books: Books, id: string): Charge {
  const charge = books.charges.get(id);
  if (!charge) throw noSuch('charge', id, 'charge');
  return charge;
}

/** Returns the charge that took the money of this intent. */
export function chargeTakenFor(books: Books, intentId: string): Charge {
  const intent = books.intents.get(intentId);
  if (!intent) throw noSuch('payment_intent', intentId, 'payment_intent');
  const charge = intent.latest_charge === null ? null : books.charges.get(intent.latest_charge);
  if (charge?.paid) return charge;
  const message = `This PaymentIntent (${intentId}) does not have a successful charge to refund.`;
  throw badState(message, { param: 'payment_intent' });
}

function checkRefundable(books: Books, charge: Charge): void {
  if (charge.refunded) {
    const message = `Charge ${charge.id} has already been refunded.`;
    throw badState(message, { code: 'charge_already_refunded' });
  }
  if (!charge.disputed) return;
  const isTakenBack = [...books.disputes.values()].some(
    (one) => one.charge === charge.id && one.status !== 'won' && !one.is_charge_refundable,
  );
  if (!isTakenBack) return;
  const message = `Charge ${charge.id} has been charged back; cannot issue a refund.`;
  throw badState(message, { code: 'charge_disputed' });
}

function withRefunded(charge: Charge, amountRefunded: number): Charge {
  return {
    ...charge,
    amount_refunded: amountRefunded,
    refunded: amountRefunded === charge.amount,
  };
}
