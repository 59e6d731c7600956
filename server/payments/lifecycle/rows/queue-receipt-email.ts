import { eq, ne, sql } from 'drizzle-orm';
import type { Transaction } from '#server/db/client';
import { AFTER_CLOSING } from '#shared/domain/payment';
import { type payments, receiptEmails } from '#shared/schema';

type ReceiptOf = Pick<
  typeof payments.$inferSelect,
  'id' | 'status' | 'failureReason' | 'voterEmail'
>;

/**
 * Queues the receipt once, or the notice that a charge after closing is refunded. Part of the
 * transaction that settles the payment, so that neither exists without the other. The outbox worker
 * reads the address from the payment.
 */
export async function queueReceiptEmail(tx: Transaction, payment: ReceiptOf): Promise<void> {
  if (!isReceiptOwed(payment)) return;
  await tx.insert(receiptEmails).values({ paymentId: payment.id }).onConflictDoNothing();
}

/**
 * Like `queueReceiptEmail`, for an address that was entered after the payment was counted, or
 * corrected after the first one bounced. Mails already sent or queued stay unchanged.
 */
export async function requeueReceiptEmail(tx: Transaction, payment: ReceiptOf): Promise<void> {
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
 * Queues the receipt of a completed payment once more, also while an earlier mail is being sent. It
 * gets another Message-ID: mail servers and readers hide a message with a known one.
 */
export async function queueReceiptAgain(tx: Transaction, payment: ReceiptOf): Promise<void> {
  const again = sql`'.again-' || (extract(epoch from now()) * 1000)::bigint || '@'`;
  await tx
    .insert(receiptEmails)
    .values({ paymentId: payment.id })
    .onConflictDoUpdate({
      target: receiptEmails.paymentId,
      set: {
        status: 'pending',
        attempts: 0,
        nextAttemptAt: sql`now()`,
        createdAt: sql`now()`,
        sentAt: null,
        messageId: sql`regexp_replace(${receiptEmails.messageId}, '([.]again-[0-9]+)?@', ${again})`,
        lastFailure: null,
      },
    });
}

/**
 * Queues the refund notice once, in the transaction in which the refund becomes known. It replaces
 * a queued receipt, which must no longer be sent; a receipt being sent at this moment is not
 * affected.
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

/**
 * True when the voter left an address and the payment reached a state that is announced by e-mail.
 */
export const isReceiptOwed = ({ status, failureReason, voterEmail }: ReceiptOf) =>
  voterEmail !== null && (status === 'completed' || failureReason === AFTER_CLOSING);
