import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '#server/db/client';
import { OPEN_REFUND_STATUSES, type RefundStatus } from '#shared/domain/payment';
import { refunds } from '#shared/schema';
import { REFUND_SHOWS_AFTER_MS } from '../schedule';

export type Refund = typeof refunds.$inferSelect;

const ofPayment = (paymentId: string) => eq(refunds.paymentId, paymentId);
const isOpen = inArray(refunds.status, [...OPEN_REFUND_STATUSES]);

/** Returns the latest refund request of this payment. */
export async function latestRefund(db: Queryable, paymentId: string): Promise<Refund | undefined> {
  const [latest] = await db
    .select()
    .from(refunds)
    .where(ofPayment(paymentId))
    .orderBy(desc(refunds.attempt))
    .limit(1);
  return latest;
}

/** Records a refund request; one that was left unanswered is repeated under its number. */
export async function openRefund(
  tx: Transaction,
  paymentId: string,
  attempt: number,
): Promise<void> {
  const isNew = { status: 'requested', updatedAt: sql`clock_timestamp()` } as const;
  await tx
    .insert(refunds)
    .values({ paymentId, attempt })
    .onConflictDoUpdate({ target: [refunds.paymentId, refunds.attempt], set: isNew });
}

/** Changes a refund. The caller must hold the lock of its payment. */
export async function setRefundStatus(
  tx: Transaction,
  { paymentId, attempt }: Pick<Refund, 'paymentId' | 'attempt'>,
  status: RefundStatus,
): Promise<void> {
  await tx
    .update(refunds)
    .set({ status, updatedAt: sql`clock_timestamp()` })
    .where(and(ofPayment(paymentId), eq(refunds.attempt, attempt)));
}

async function closeOpenRefund(
  tx: Transaction,
  paymentId: string,
  status: RefundStatus,
): Promise<number | null> {
  const [closed] = await tx
    .update(refunds)
    .set({ status, updatedAt: sql`clock_timestamp()` })
    .where(and(ofPayment(paymentId), isOpen))
    .returning({ attempt: refunds.attempt });
  return closed?.attempt ?? null;
}

/**
 * Records that the provider reports the money as returned. @returns the open refund request, if any
 */
export const succeedRefund = (tx: Transaction, paymentId: string): Promise<number | null> =>
  closeOpenRefund(tx, paymentId, 'succeeded');

/**
 * Marks the refund as lapsed, because a check long after the request found the money still at the
 * provider.
 */
export const lapseRefund = (tx: Transaction, paymentId: string): Promise<number | null> =>
  closeOpenRefund(tx, paymentId, 'lapsed');

/**
 * Marks the latest refund as failed, because the provider reports that the money came back to us.
 */
export async function failRefund(tx: Transaction, paymentId: string): Promise<void> {
  const latest = await latestRefund(tx, paymentId);
  if (latest && latest.status !== 'refused' && latest.status !== 'lapsed') {
    await setRefundStatus(tx, latest, 'failed');
  }
}

/**
 * Returns the time from which a report shows the result of the payment's open refund; null without
 * one. An accepted refund shows at once, any other may still be in flight.
 */
export async function refundShowsAt(tx: Transaction, paymentId: string): Promise<Date | null> {
  const [open] = await tx
    .select()
    .from(refunds)
    .where(and(ofPayment(paymentId), isOpen));
  if (!open) return null;
  const { status, updatedAt } = open;
  return status === 'accepted' ? updatedAt : new Date(updatedAt.getTime() + REFUND_SHOWS_AFTER_MS);
}
