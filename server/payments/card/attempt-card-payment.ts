import { sql } from 'drizzle-orm';
import { fromNow } from '#server/db/lease-rows';
import { conflict, notFound } from '#server/errors';
import { isVotingOpen, type VotingWindow } from '#server/settings/index';
import { payments } from '#shared/schema';
import type { PaymentContext } from '../context';
import { point } from '../lifecycle/points';
import { recordEvent } from '../lifecycle/rows/events';
import { requeueReceiptEmail } from '../lifecycle/rows/queue-receipt-email';
import {
  lockPayment,
  lockPaymentNow,
  type Payment,
  updatePayment,
} from '../lifecycle/rows/repository';
import { lastChargeAt } from '../lifecycle/schedule';
import type { CardProvider } from '../providers/provider';

/** A payment, and the browser session that claims to own it. */
interface OwnPayment {
  paymentId: string;
  ownerHash: string;
}

/**
 * Freezes a card payment before the browser confirms it: from now on, the votes named by this
 * attempt are the ones charged. Does not call the provider. A repeat changes nothing.
 *
 * @param revision of the vote lines on the voter's screen; undefined accepts any revision
 * @throws AppError 404 for another session's payment; 409 when other votes would be charged, the
 *   payment is settled, or voting has closed
 */
export function attemptCardPayment(
  { db, event }: PaymentContext,
  { checks }: CardProvider,
  { paymentId, ownerHash }: OwnPayment,
  revision: number | undefined,
): Promise<void> {
  return db.transaction(async (tx) => {
    const { payment, now } = await lockPaymentNow(tx, paymentId);
    assertOwner(payment, ownerHash);
    if (payment.status !== 'pending') throw conflict('payment-settled', 'This payment is over');
    const isOnScreen = revision === undefined || revision === payment.revision;
    if (!isOnScreen || payment.intentRevision !== payment.revision) {
      throw conflict('payment-changed', 'The votes of this payment have changed');
    }
    const { voting } = await event.certainlyAt(payment.createdAt);
    const isFirst = payment.attemptedAt === null;
    const isInTime = isFirst ? isVotingOpen(voting, now) : isChargeInTime(voting, now);
    if (!isInTime) {
      throw conflict('voting-closed', 'Voting is not open');
    }
    const [{ everyMs }] = checks.whilePending;
    await updatePayment(tx, paymentId, {
      attemptedAt: sql`coalesce(${payments.attemptedAt}, now()) ${point('card attempted')}`,
      nextCheckAt: sql`least(${payments.nextCheckAt}, ${fromNow(everyMs)})`,
    });
    if (isFirst) {
      const { revision, amount, totalVotes } = payment;
      const detail = { revision, amount, totalVotes };
      await recordEvent(tx, payment, { source: 'attempt', detail });
    }
  });
}

/** A payer who made an attempt in time may also use the grace period to try another card. */
const isChargeInTime = ({ closesAt }: VotingWindow, now: Date): boolean =>
  closesAt === null || now <= lastChargeAt(closesAt);

/**
 * Changes the address the receipt is sent to. If the payment has already been counted, queues the
 * receipt.
 * @throws AppError 404 for another session's payment
 */
export function changeVoterEmail(
  { db }: PaymentContext,
  { paymentId, ownerHash }: OwnPayment,
  voterEmail: string,
): Promise<void> {
  return db.transaction(async (tx) => {
    const payment = await lockPayment(tx, paymentId);
    assertOwner(payment, ownerHash);
    if (payment.voterEmail === voterEmail) return;
    await requeueReceiptEmail(tx, await updatePayment(tx, paymentId, { voterEmail }));
  });
}

/** Throws 404, not 403, so that another client cannot find out whether the payment exists. */
function assertOwner(payment: Payment, ownerHash: string): void {
  if (payment.ownerHash !== ownerHash) throw notFound('payment');
}
