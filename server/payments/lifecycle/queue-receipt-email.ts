import { eq, sql } from 'drizzle-orm';
import { type payments, receiptEmails } from '#shared/schema';
import type { Transaction } from '../../db/client';

type ReceiptOf = Pick<typeof payments.$inferSelect, 'id' | 'status' | 'voterEmail'>;

/**
 * Has the receipt sent, once: part of the transaction that completes the payment, so that there is
 * never the one without the other. Who sends it finds the address with the payment.
 */
export async function queueReceiptEmail(tx: Transaction, payment: ReceiptOf): Promise<void> {
  if (!isOwed(payment)) return;
  await tx.insert(receiptEmails).values({ paymentId: payment.id }).onConflictDoNothing();
}

/**
 * As `queueReceiptEmail`, for an address that was typed after the payment was counted, or corrected
 * after the first one turned out not to exist. What was sent, or still is to be, stays as it is.
 */
export async function queueReceiptEmailAnew(tx: Transaction, payment: ReceiptOf): Promise<void> {
  if (!isOwed(payment)) return;
  await tx
    .insert(receiptEmails)
    .values({ paymentId: payment.id })
    .onConflictDoUpdate({
      target: receiptEmails.paymentId,
      set: { status: 'pending', attempts: 0, nextAttemptAt: sql`now()`, createdAt: sql`now()` },
      setWhere: eq(receiptEmails.status, 'given-up'),
    });
}

const isOwed = ({ status, voterEmail }: ReceiptOf) => status === 'completed' && voterEmail !== null;
