import { badRequest, badState, noSuch } from './api-error';
import type { RecordStore } from './books';
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

export function readRefund(records: RecordStore, params: Params): RefundOrder {
  const intentId = params.text('payment_intent');
  const chargeId = params.text('charge');
  const order = {
    amount: params.integer('amount') ?? null,
    reason: params.oneOf('reason', ['duplicate', 'fraudulent', 'requested_by_customer']) ?? null,
    metadata: changedMetadata({}, params.record('metadata')),
  };
  if (intentId != null) return { ...order, charge: chargeTakenFor(records, intentId) };
  if (chargeId != null) return { ...order, charge: findCharge(records, chargeId) };
  const message = 'One of the following params should be provided: payment_intent or charge.';
  throw badRequest(message, { code: 'parameter_missing' });
}

/** Creates a refund; with some cards it takes a while, or fails later (see `settleRefund`). */
export function createRefund(
  records: RecordStore,
  { charge, amount, reason, metadata }: RefundOrder,
  cause: Cause,
): Refund {
  checkRefundable(records, charge);
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
  records.put(refund, after);
  const { amount_refunded, refunded: wasRefunded } = charge;
  const previous = { amount_refunded, refunded: wasRefunded };
  recordEvent(records, 'charge.refunded', after, cause, previous);
  recordEvent(records, 'refund.created', refund, cause);
  return refund;
}

/** True when this refund will still change automatically. */
export function isUnsettled(records: RecordStore, refund: Refund): boolean {
  const charge = records.charges.get(refund.charge);
  if (!charge) return false;
  const { aftermath } = testCardOf(charge.payment_method_details.card);
  if (aftermath === 'refund-pends') return refund.status === 'pending';
  return aftermath === 'refund-fails' && refund.status === 'succeeded';
}

/** Settles a refund: the money arrives, or is returned. */
export function settleRefund(records: RecordStore, refund: Refund): void {
  if (refund.status === 'pending') {
    const arrived: Refund = { ...refund, status: 'succeeded' };
    records.put(arrived);
    recordEvent(records, 'refund.updated', arrived, NO_CAUSE);
    return;
  }
  failRefund(records, refund);
}

/** Fails a refund: the payer's bank no longer accepts money for this card, and it is returned. */
export function failRefund(records: RecordStore, refund: Refund): Refund {
  const charge = findCharge(records, refund.charge);
  const failed: Refund = { ...refund, status: 'failed', failure_reason: 'unknown' };
  records.put(failed, withRefunded(charge, charge.amount_refunded - refund.amount));
  recordEvent(records, 'refund.failed', failed, NO_CAUSE);
  return failed;
}

/** Returns all refunds of a charge, oldest first, including failed ones. */
export const refundsOf = (records: RecordStore, chargeId: string): Refund[] =>
  [...records.refunds.values()].filter(({ charge }) => charge === chargeId);

export function findCharge(records: RecordStore, id: string): Charge {
  const charge = records.charges.get(id);
  if (!charge) throw noSuch('charge', id, 'charge');
  return charge;
}

/** Returns the charge that took the money of this intent. */
export function chargeTakenFor(records: RecordStore, intentId: string): Charge {
  const intent = records.intents.get(intentId);
  if (!intent) throw noSuch('payment_intent', intentId, 'payment_intent');
  const charge = intent.latest_charge === null ? null : records.charges.get(intent.latest_charge);
  if (charge?.paid) return charge;
  const message = `This PaymentIntent (${intentId}) does not have a successful charge to refund.`;
  throw badState(message, { param: 'payment_intent' });
}

function checkRefundable(records: RecordStore, charge: Charge): void {
  if (charge.refunded) {
    const message = `Charge ${charge.id} has already been refunded.`;
    throw badState(message, { code: 'charge_already_refunded' });
  }
  if (!charge.disputed) return;
  const isTakenBack = [...records.disputes.values()].some(
    (dispute) =>
      dispute.charge === charge.id && dispute.status !== 'won' && !dispute.is_charge_refundable,
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
