import { eq, sql } from 'drizzle-orm';
import { payments } from '#shared/schema';
import { conflict, notFound } from '../../errors';
import { nextCheckAfter } from '../checks/schedule';
import { isVotingOpen, type PaymentContext } from '../context';
import { queueReceiptEmailAnew } from '../lifecycle/queue-receipt-email';
import { fromNow, lockPayment, type Payment, record } from '../lifecycle/transition';
import type { CardProvider } from '../providers/provider';

/** A payment and the browser session that claims it. */
interface Claim {
  paymentId: string;
  ownerHash: string;
}

/**
 * Freezes a card payment before the browser confirms it: what is charged from now on is the split
 * that this attempt named. Needs nothing of the provider. A repeat changes nothing.
 *
 * @param revision the split that is on the voter's screen; undefined for whichever there is
 * @throws AppError 404 for somebody else's payment; 409 when another split would be charged, the
 *   payment is settled, or voting has closed
 */
export function attemptCardPayment(
  { db, voting }: PaymentContext,
  { checks }: CardProvider,
  { paymentId, ownerHash }: Claim,
  revision: number | undefined,
): Promise<void> {
  return db.transaction(async (tx) => {
    const payment = await lockPayment(tx, paymentId);
    assertOwner(payment, ownerHash);
    if (payment.status !== 'pending') throw conflict('payment-settled', 'This payment is over');
    const isOnScreen = revision === undefined || revision === payment.revision;
    if (!isOnScreen || payment.intentRevision !== payment.revision) {
      throw conflict('payment-changed', 'The votes of this payment have changed');
    }
    const isFirst = payment.attemptedAt === null;
    if (isFirst && !isVotingOpen(voting, new Date())) {
      throw conflict('voting-closed', 'Voting is not open');
    }
    const now = new Date();
    const wait = nextCheckAfter(checks, { ...payment, attemptedAt: now }, now, true) ?? 0;
    await tx
      .update(payments)
      .set({
        attemptedAt: sql`coalesce(${payments.attemptedAt}, now())`,
        nextCheckAt: sql`least(${payments.nextCheckAt}, ${fromNow(wait)})`,
      })
      .where(eq(payments.id, paymentId));
    if (isFirst) {
      const { amount, totalVotes } = payment;
      await record(tx, payment, payment.status, 'attempt', {
        revision: payment.revision,
        amount,
        totalVotes,
      });
    }
  });
}

/**
 * The address the receipt goes to; typed after the payment was counted, it has the receipt sent.
 * @throws AppError 404 for somebody else's payment
 */
export function changeVoterEmail(
  { db }: PaymentContext,
  { paymentId, ownerHash }: Claim,
  voterEmail: string,
): Promise<void> {
  return db.transaction(async (tx) => {
    const payment = await lockPayment(tx, paymentId);
    assertOwner(payment, ownerHash);
    if (payment.voterEmail === voterEmail) return;
    await tx.update(payments).set({ voterEmail }).where(eq(payments.id, paymentId));
    await queueReceiptEmailAnew(tx, { ...payment, voterEmail });
  });
}

/** Whose payment it is stays unsaid: a stranger cannot tell it from one that does not exist. */
function assertOwner(payment: Payment, ownerHash: string): void {
  if (payment.ownerHash !== ownerHash) throw notFound('payment');
}
