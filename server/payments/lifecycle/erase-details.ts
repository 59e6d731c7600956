import { and, asc, eq, inArray, isNull, ne, type SQL, sql } from 'drizzle-orm';
import type { Transaction } from '#server/db/client';
import { payments, receiptEmails } from '#shared/schema';
import { isAfter, orderBy, type Position, positionOf } from './rows/position';
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

const isUnerased = and(ne(payments.status, 'pending'), isNull(payments.erasedAt));

/**
 * Erases the personal data of the next batch of settled payments, oldest first: payments of the same
 * time share pages of the table and of most indexes, so that each page is written once. Votes, money
 * and receipt codes stay; a receipt not sent yet is cancelled.
 * @param after the last position of the previous batch
 * @returns the erased payments, and their last position; null after the last batch
 */
export async function eraseDetails(
  tx: Transaction,
  condition: SQL | undefined,
  after: Position | null,
): Promise<{ erased: Payment[]; last: Position | null }> {
  const batch = await tx
    .select({ id: payments.id, at: positionOf })
    .from(payments)
    .where(and(isUnerased, condition, after === null ? undefined : isAfter(after, 'oldest')))
    .orderBy(orderBy('oldest'))
    .limit(BATCH_SIZE);
  const last = batch.at(-1) ?? null;
  if (last === null) return { erased: [], last };
  const wanted = batch.map(({ id }) => id);
  // In the order of their ids, so that two erasures at once cannot deadlock.
  const locked = await tx
    .select({ id: payments.id })
    .from(payments)
    .where(and(inArray(payments.id, wanted), isUnerased))
    .orderBy(asc(payments.id))
    .for('update');
  const ids = locked.map(({ id }) => id);
  if (ids.length === 0) return { erased: [], last };
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
  return { erased, last };
}
