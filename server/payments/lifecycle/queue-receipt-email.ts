import { eq, ne, sql } from 'drizzle-orm';
import { AFTER_CLOSING } from '#shared/domain/payment';
import { type payments, receiptEmails } from '#shared/schema';
import type { Transaction } from '../../db/client';

type ReceiptOf = Pick<
  typeof payments.$inferSelect,
  'id' | 'status' | 'failureReason' | 'voterEmail'
>;

/**
 * Has the receipt sent, once, or the notice that a charge after closing goes back: part of the
 * transaction that settles the payment, so that there is never the one without the other. Who sends it finds the address with the payment.
 */
export async function queueReceiptEmail(tx: Transaction, payment: ReceiptOf): Promise<void> {
  if (!isReceiptOwed(payment)) return;
  await tx.insert(receiptEmails).values({ paymentId: payment.id }).onConflictDoNothing();
}

/**
 * As `queueReceiptEmail`, for an address that was typed after the payment was counted, or corrected
 * after the first one turned out not to exist. What was sent, or still is to be, stays as it is.
 */
export async function queueReceiptEmailAnew(tx: Transaction, payment: ReceiptOf): Promise<void> {
  if (!isReceiptOwed(payment)) return;
  await tx
    .insert(receiptEmails)
    .values({ paymentId: payment.id })
    .onConflictDoUpdate({
      target: receiptEmails.paymentId,
      set: { status: 'pending', attempts: 0, nextAttemptAt: sql`now()`, createdAt: sql`now()` },
      setWhere: eq(receiptEmails.status, 'given-up'),
    });
}

/**
 * Has the voter told, once, that the money went back: part of the transaction in which that becomes
 * known. The mail takes the place of the receipt, which nobody should get any more; one that is on
 * its way at this moment changes nothing of it.
 */
export async function queueRefundEmail(tx: Transaction, payment: ReceiptOf): Promise<void> {
  if (payment.voterEmail === null) return;
  await tx
    .insert(receiptEmails)
    .values({ paymentId: payment.id, kind: 'refund' })
    .onConflictDoUpdate({
      target: receiptEmails.paymentId,
      set: {
        kind: 'refund',
        status: 'pending',
        attempts: 0,
        nextAttemptAt: sql`now()`,
        createdAt: sql`now()`,
        sentAt: null,
        messageId: null,
        lastFailure: null,
      },
      setWhere: ne(receiptEmails.kind, 'refund'),
    });
}

/** Who left an address is written to, once the payment is settled in a way that they want to know. */
export const isReceiptOwed = ({ status, failureReason, voterEmail }: ReceiptOf) =>
  voterEmail !== null && (status === 'completed' || failureReason === AFTER_CLOSING);
