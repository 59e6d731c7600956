import { withListFaults } from '#sandbox/list-faults';
import type { RecordStore } from './books';
import type { Charge, Dispute, Refund } from './objects';
import type { StripeSwitches } from './switches';

/** A movement of the account's balance. All amounts in cents of the charged currency. */
interface BalanceTransaction {
  id: string;
  object: 'balance_transaction';
  amount: number;
  created: number;
  currency: string;
  fee: number;
  net: number;
  type: 'charge' | 'refund' | 'refund_failure' | 'adjustment';
  reporting_category: string;
  source: Charge | Refund | Dispute;
}

/** The published fees of a card payment and of a dispute. */
const FEE_RATE = 0.029;
const FEE_FIXED = 30;
const DISPUTE_FEE = 1_500;

/** All movements, oldest first, with the configured faults. */
export function balanceTransactions(
  { charges, refunds, disputes, announcements }: RecordStore,
  { listFaults }: StripeSwitches,
): BalanceTransaction[] {
  const closedAt = (id: string) =>
    [...announcements.values()].find(
      ({ event }) => event.type === 'charge.dispute.closed' && event.data.object.id === id,
    )?.event.created;
  const all = [
    ...[...charges.values()].filter(({ paid }) => paid).map(ofCharge),
    ...[...refunds.values()].flatMap((refund) => [
      movement(refund, { type: 'refund', amount: -refund.amount }),
      ...(refund.status === 'failed'
        ? [movement(refund, { type: 'refund_failure', amount: refund.amount })]
        : []),
    ]),
    ...[...disputes.values()]
      .filter(({ status }) => !status.startsWith('warning_'))
      .flatMap((dispute) => [
        movement(dispute, { type: 'adjustment', amount: -dispute.amount, fee: DISPUTE_FEE }),
        ...(dispute.status === 'won'
          ? [
              movement(dispute, {
                type: 'adjustment',
                amount: dispute.amount,
                fee: -DISPUTE_FEE,
                created: closedAt(dispute.id) ?? dispute.created,
              }),
            ]
          : []),
      ]),
  ].sort((a, b) => a.created - b.created);
  return withListFaults(all, listFaults, {
    referenceOf: ({ source }) => source.payment_intent,
    changed: (one, { laterMs, amount }) => ({
      ...one,
      created: one.created + Math.round(laterMs / 1_000),
      ...(amount === null || one.type !== 'charge'
        ? {}
        : { amount, net: amount - one.fee, source: { ...one.source, amount } }),
    }),
  });
}

function ofCharge(charge: Charge): BalanceTransaction {
  const fee = Math.round(charge.amount * FEE_RATE) + FEE_FIXED;
  return movement(charge, { type: 'charge', amount: charge.amount, fee });
}

interface Movement extends Pick<BalanceTransaction, 'type' | 'amount'> {
  fee?: number;
  created?: number;
}

const CATEGORIES = { charge: 'charge', refund: 'refund', refund_failure: 'refund_failure' };

function movement(
  source: Charge | Refund | Dispute,
  { type, amount, fee = 0, created = source.created }: Movement,
): BalanceTransaction {
  const dispute = amount < 0 ? 'dispute' : 'dispute_reversal';
  const reporting_category = type === 'adjustment' ? dispute : CATEGORIES[type];
  return {
    // Stable between requests, because pagination depends on it.
    id: `txn_${source.id}${amount < 0 || type === 'charge' ? '' : '_back'}`,
    object: 'balance_transaction',
    amount,
    created,
    currency: source.currency,
    fee,
    net: amount - fee,
    type,
    reporting_category,
    source,
  };
}

/** What may be expanded with a movement. */
export const BALANCE_EXPANSIONS = ['data.source'];

/** @param expand whether to include the object that moved the money, or only its id */
export const balanceView = (one: BalanceTransaction, expand: readonly string[]) =>
  expand.includes('data.source') ? one : { ...one, source: one.source.id };
