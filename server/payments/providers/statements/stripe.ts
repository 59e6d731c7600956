import type Stripe from 'stripe';
import { z } from 'zod';
import type { ReportedMoney } from '../provider';
import { answerOf } from '../stripe-errors';
import { type Page, readPages } from '../stripe-events';
import { type ReadStatement, type StatementEntry, StatementError } from './statement';

/** An object, or only its id if it was not expanded. */
const reference = z
  .union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)])
  .nullish();

/** Cause of the movement: a charge, its refund or its dispute, in the payer's currency. */
const source = z.object({
  object: z.enum(['charge', 'refund', 'dispute']),
  payment_intent: reference,
  amount: z.int(),
  currency: z.string(),
  metadata: z.object({ payment_id: z.uuid().optional().catch(undefined) }).nullish(),
});
/** Amount, fee and net are in the currency of our account, which may differ. */
const transaction = z.object({
  id: z.string(),
  created: z.int(),
  currency: z.string(),
  amount: z.int(),
  fee: z.int(),
  net: z.int(),
  /** Null, or a kind other than our payments: a payout, a fee. */
  source: source.nullable().catch(null),
});
type BalanceTransaction = z.output<typeof transaction>;

const KINDS = { charge: 'paid', refund: 'returned', dispute: 'disputed' } as const;

/** Stripe's balance transactions, newest first. */
export const stripeStatement = (stripe: Stripe, options: Stripe.RequestOptions): ReadStatement =>
  async function* (from, until) {
    const created = { gte: secondsOf(from), lt: secondsOf(until) };
    const list = (page: Page) =>
      stripe.balanceTransactions.list({ created, expand: ['data.source'], ...page }, options);
    try {
      for await (const page of readPages(transaction, list)) yield* page.flatMap(entryOf);
    } catch (error) {
      if (error instanceof StatementError) throw error;
      throw new StatementError(answerOf(error).outcome === 'refused' ? 'refused' : 'unanswered');
    }
  };

const secondsOf = (date: Date): number => Math.ceil(date.getTime() / 1_000);

function entryOf({ created, currency, amount, fee, net, source }: BalanceTransaction) {
  if (!source) return [];
  const entry: StatementEntry = {
    kind: KINDS[source.object],
    providerRef: source.payment_intent ?? null,
    paymentId: source.metadata?.payment_id ?? null,
    money: moneyOf(source, amount),
    fee: { currency: currency.toUpperCase(), fee, net },
    at: new Date(created * 1_000),
  };
  return [entry];
}

/**
 * A refund that failed and a dispute that was won appear a second time in the list, with the money
 * back.
 */
function moneyOf({ object, amount, currency }: z.output<typeof source>, moved: number) {
  const isBack = object !== 'charge' && moved > 0;
  const money: ReportedMoney = {
    amountMinor: isBack ? -amount : amount,
    currency: currency.toUpperCase(),
  };
  return money;
}
