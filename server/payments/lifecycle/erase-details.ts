import { and, asc, eq, gt, inArray, isNull, ne, type SQL, sql } from 'drizzle-orm';
import type { Transaction } from '#server/db/client';
import { payments, receiptEmails } from '#shared/schema';
import { type Payment, updatePayments } from './rows/repository';

/** Payments per batch. Small, so that the row locks are held only briefly. */
const BATCH_SIZE = 1_000;

/** The columns that could identify a payment's voter or device, emptied. */
const ERASED_COLUMNS = {
  voterEmail: null,
  phoneHash: null,
  phoneNumber: null,
  deviceTimestamp: null,
  userAgent: null,
  ipAddress: null,
  deviceHash: null,
  ownerHash: null,
  clientSecretHash: null,
};

/**
 * Erases the personal data of the next batch of settled payments, in the order of their ids. Votes,
 * money and receipt codes stay; a receipt not sent yet is cancelled.
 * @param after the last id of the previous batch
 * @returns the erased payments; empty after the last batch, and only then
 */
export async function eraseDetails(
  tx: Transaction,
  condition: SQL | undefined,
  after: string | null,
): Promise<Payment[]> {
  const locked = await tx
    .select({ id: payments.id })
    .from(payments)
    .where(
      and(
        ne(payments.status, 'pending'),
        isNull(payments.erasedAt),
        condition,
        after === null ? undefined : gt(payments.id, after),
      ),
    )
    .orderBy(asc(payments.id))
    .limit(BATCH_SIZE)
    .for('update');
  const ids = locked.map(({ id }) => id);
  if (ids.length === 0) return [];
  const erased = await updatePayments(
    tx,
    { ...ERASED_COLUMNS, erasedAt: sql`now()` },
    inArray(payments.id, ids),
  );
  await tx.execute(sql`select erase_devices(${sql.param(ids)}::uuid[])`);
  await tx
    .update(receiptEmails)
    .set({ status: 'cancelled', nextAttemptAt: null })
    .where(and(inArray(receiptEmails.paymentId, ids), eq(receiptEmails.status, 'pending')));
  return erased.sort((a, b) => (a.id < b.id ? -1 : 1));
}
