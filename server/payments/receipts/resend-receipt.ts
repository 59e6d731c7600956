import { eq } from 'drizzle-orm';
import type { Transaction } from '#server/db/client';
import { editionOfPayment } from '#server/db/edition-of';
import { conflict, notFound } from '#server/errors';
import { RECEIPTS_AGAIN } from '#server/http/index';
import type { AdminPaymentHistory } from '#shared/contracts/admin-payments';
import { adminActions, payments } from '#shared/schema';
import type { PaymentContext } from '../context';
import { queueReceiptAgain } from '../lifecycle/rows/queue-receipt-email';
import { lockPayment, type Payment, updatePayment } from '../lifecycle/rows/repository';

interface ResendContext extends Pick<PaymentContext, 'db' | 'limiter'> {
  /** False when no e-mails are sent. */
  sendsMail: boolean;
}
type Refusal = AdminPaymentHistory['receiptEmail']['refusal'];

/** Returns why no receipt can be sent for a payment, to any address; null when one can. */
export function receiptRefusal(
  { status, erasedAt }: Pick<Payment, 'status' | 'erasedAt'>,
  sendsMail: boolean,
): Refusal {
  if (!sendsMail) return 'mail-off';
  if (status !== 'completed') return 'not-completed';
  return erasedAt === null ? null : 'erased';
}

function assertMailIsOn(sendsMail: boolean): void {
  if (!sendsMail) throw conflict('mail-off', 'This site sends no e-mails');
}

interface Correction {
  email: string;
  /** The stored address as the administrator has seen it. */
  was: string | null;
}

/**
 * Sends the receipt again for an administrator, who may correct the address. Activity records who
 * did it, without the addresses.
 * @throws AppError 404 for an unknown payment; 409 when there is no receipt or no address, or the
 *   address was changed meanwhile; 429 when it was sent too often
 */
export async function resendReceipt(
  { db, limiter, sendsMail }: ResendContext,
  paymentId: string,
  correction: Correction | null,
  adminId: string,
): Promise<void> {
  assertMailIsOn(sendsMail);
  await db.transaction(async (tx) => {
    const payment = await lockPayment(tx, paymentId);
    const hasAddress = correction !== null || payment.voterEmail !== null;
    if (receiptRefusal(payment, true) !== null || !hasAddress) {
      throw conflict('no-receipt', 'This payment has no receipt to send');
    }
    if (correction && correction.was !== payment.voterEmail) {
      throw conflict('changed-meanwhile', 'The e-mail address has changed');
    }
    await limiter.count({ limit: RECEIPTS_AGAIN.admin, subject: paymentId }, tx);
    const isCorrected = correction !== null && correction.email !== payment.voterEmail;
    const latest = isCorrected
      ? await updatePayment(tx, paymentId, { voterEmail: correction.email })
      : payment;
    await queueReceiptAgain(tx, latest);
    await recordResending(tx, paymentId, adminId, isCorrected);
  });
}

const recordResending = (
  tx: Transaction,
  paymentId: string,
  userId: string,
  isCorrected: boolean,
) =>
  tx.insert(adminActions).values({
    editionId: editionOfPayment(paymentId),
    userId,
    action: isCorrected ? 'payment.correct-email' : 'payment.send-receipt',
    entity: 'payment',
    entityId: paymentId,
  });

/**
 * Sends the receipt with this code again, to the stored address. The result is the same without an
 * address, so that the code reveals nothing about the payer.
 * @throws AppError 404 for an unknown code; 429 when it was requested too often
 */
export async function resendToVoter(
  { db, limiter, sendsMail }: ResendContext,
  receiptCode: string,
): Promise<void> {
  assertMailIsOn(sendsMail);
  const [found] = await db
    .select({ id: payments.id })
    .from(payments)
    .where(eq(payments.receiptCode, receiptCode));
  if (!found) throw notFound('receipt');
  await limiter.count({ limit: RECEIPTS_AGAIN.voter, subject: found.id });
  await db.transaction(async (tx) => {
    const payment = await lockPayment(tx, found.id);
    if (payment.voterEmail === null || receiptRefusal(payment, true) !== null) return;
    await queueReceiptAgain(tx, payment);
  });
}
