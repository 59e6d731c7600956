import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '#server/db/client';
import { editionOfPayment } from '#server/db/edition-of';
import { conflict, notFound } from '#server/errors';
import {
  checkByHand,
  type PaymentContext,
  providersOf,
  recoverPayment,
} from '#server/payments/index';
import { uuid } from '#shared/contracts/primitives';
import { isReversed } from '#shared/domain/payment';
import { adminActions, bookDifferences, payments } from '#shared/schema';
import type { BookContext } from './context';
import { nextDay, startOf } from './days';

type Difference = typeof bookDifferences.$inferSelect;

/**
 * Queries the provider about the payment of a difference, and settles it if the payment now agrees
 * with the list. A payment that we do not have is recovered from the provider's record if that
 * contains its votes. Differences within the list itself can only be settled by another comparison.
 * @throws AppError 404 for an unknown difference, or one without a payment of ours; 409 when
 *   settled
 */
export async function recheckDifference(
  { payments: context }: BookContext,
  id: string,
): Promise<{ isAnswered: boolean; isSettled: boolean }> {
  const { db } = context;
  const open = await getOpen(db, id);
  const answer =
    open.reason === 'unknown-here'
      ? await recover(context, open)
      : await queryProvider(context, open);
  const { paymentId, isAnswered } = answer;
  if (paymentId === null) return { isAnswered, isSettled: false };
  const isSettled = await db.transaction(async (tx) => {
    const difference = await lockOpen(tx, id);
    const [payment] = await tx.select().from(payments).where(eq(payments.id, paymentId));
    if (!payment || !agreesNow(difference, payment)) return false;
    await tx
      .update(bookDifferences)
      .set({ resolvedAt: sql`now()`, resolution: 'settled' })
      .where(eq(bookDifferences.id, id));
    return true;
  });
  return { isAnswered, isSettled };
}

async function queryProvider(context: PaymentContext, { paymentId }: Difference) {
  if (paymentId === null) throw notFound('payment');
  return { paymentId, isAnswered: await checkByHand(context, paymentId) };
}

/** @returns the payment, if it is now in our database */
async function recover(context: PaymentContext, { provider, subject, providerRef }: Difference) {
  const adapter = providersOf(context).find(({ name }) => name === provider);
  const paymentId = uuid.safeParse(subject).data ?? null;
  if (!adapter) return { paymentId: null, isAnswered: false };
  const recovery = await recoverPayment(context, adapter, { paymentId, providerRef });
  const isRecovered = 'paymentId' in recovery && recovery.outcome !== 'unreadable';
  return {
    paymentId: isRecovered ? recovery.paymentId : null,
    isAnswered: recovery.outcome !== 'unanswered',
  };
}

function agreesNow({ reason }: Difference, payment: typeof payments.$inferSelect): boolean {
  switch (reason) {
    case 'paid-there':
    case 'unknown-here':
      return payment.status === 'completed' || isReversed(payment);
    case 'refunded-there':
    case 'disputed-there':
    case 'counted-twice':
      return isReversed(payment);
    default:
      return false;
  }
}

/**
 * Closes a difference without a change, with the administrator's reason.
 * @throws AppError 404 for an unknown difference; 409 when it is settled
 */
export async function closeDifference(
  { payments: { db }, timezone }: BookContext,
  id: string,
  note: string,
  adminId: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    const { provider, day, reason, paymentId, providerRef } = await lockOpen(tx, id);
    await tx
      .update(bookDifferences)
      .set({ resolvedAt: sql`now()`, resolution: 'closed', resolvedBy: adminId, note })
      .where(eq(bookDifferences.id, id));
    const endOfDay = sql`${startOf(nextDay(day), timezone())} - interval '1 microsecond'`;
    const ofDay = sql<number>`coalesce(edition_at(${endOfDay}), current_edition())`;
    await tx.insert(adminActions).values({
      editionId: paymentId === null ? ofDay : editionOfPayment(paymentId),
      userId: adminId,
      action: 'books.close-difference',
      entity: 'books',
      entityId: day,
      before: { provider, difference: reason, paymentId, providerRef },
      after: { reason: note },
    });
  });
}

async function getOpen(db: Queryable, id: string): Promise<Difference> {
  const [difference] = await db.select().from(bookDifferences).where(eq(bookDifferences.id, id));
  return stillOpen(difference);
}

async function lockOpen(tx: Transaction, id: string): Promise<Difference> {
  const [difference] = await tx
    .select()
    .from(bookDifferences)
    .where(and(eq(bookDifferences.id, id), isNull(bookDifferences.resolvedAt)))
    .for('update');
  return difference ?? stillOpen(await getOpen(tx, id));
}

function stillOpen(difference: Difference | undefined): Difference {
  if (!difference) throw notFound('difference');
  if (difference.resolvedAt)
    throw conflict('already-settled', 'This difference is already settled');
  return difference;
}
