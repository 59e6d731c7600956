import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { PgInsertValue, PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { VoteLine } from '#shared/domain/votes';
import { payments, paymentVotes } from '#shared/schema';
import type { Queryable, Transaction } from '../../db/client';
import { notFound } from '../../errors';
import { recordEvent } from './events';
import { point } from './points';

export type Payment = typeof payments.$inferSelect;

/** What the transition alone decides: the state of a payment and what belongs to it. */
type StateColumn = 'id' | 'status' | 'completedAt' | 'failureReason' | 'receiptCode';

/** What others may write. `npm run check` refuses other updates of the table. */
export type PaymentUpdate = Omit<PgUpdateSetSource<typeof payments>, StateColumn>;

export type NewPayment = Omit<PgInsertValue<typeof payments>, StateColumn>;

/** @throws AppError 404 when there is no such payment */
export async function getPayment(db: Queryable, id: string): Promise<Payment> {
  const [payment] = await db.select().from(payments).where(eq(payments.id, id));
  if (!payment) throw notFound('payment');
  return payment;
}

/**
 * The first lock of every transaction that changes a payment; see docs/payments.md for the order.
 * @throws AppError 404 when there is no such payment
 */
export async function lockPayment(tx: Transaction, id: string): Promise<Payment> {
  const [payment] = await tx.select().from(payments).where(eq(payments.id, id)).for('update');
  if (!payment) throw notFound('payment');
  return payment;
}

/**
 * Writes a pending payment with its votes and the first event of its history.
 * @param voteLines without empty ones
 * @param device the browser's own description of itself, as JSON text
 */
export async function insertPayment(
  tx: Transaction,
  values: NewPayment,
  voteLines: readonly VoteLine[],
  device: string | null,
): Promise<Payment> {
  const [payment] = await tx.insert(payments).values(values).returning();
  if (!payment) throw new Error('the insert returned no row');
  await insertVoteLines(tx, payment.id, voteLines);
  // At the time of the payment's own createdAt.
  const before = { id: payment.id, status: null };
  await recordEvent(tx, before, {
    source: 'create',
    detail: { device },
    at: sql`now() ${point('payment inserted')}`,
  });
  return payment;
}

/** @returns the changed payments; empty when `where` finds none */
export const updatePayments = (
  db: Queryable,
  change: PaymentUpdate,
  where: SQL | undefined,
): Promise<Payment[]> => db.update(payments).set(change).where(where).returning();

/** Of a payment that is there, such as a locked one. */
export async function updatePayment(
  db: Queryable,
  id: string,
  change: PaymentUpdate,
): Promise<Payment> {
  const [updated] = await updatePayments(db, change, eq(payments.id, id));
  if (!updated) throw new Error('a payment vanished');
  return updated;
}

/** Has the worker check this payment next. */
export async function makeDue(db: Queryable, id: string): Promise<void> {
  await updatePayments(db, { nextCheckAt: sql`now()` }, eq(payments.id, id));
}

/** Replaces the votes of a payment that cannot have been paid yet. */
export async function replaceVoteLines(
  tx: Transaction,
  paymentId: string,
  voteLines: readonly VoteLine[],
): Promise<void> {
  await tx.delete(paymentVotes).where(eq(paymentVotes.paymentId, paymentId));
  await insertVoteLines(tx, paymentId, voteLines);
}

async function insertVoteLines(
  tx: Transaction,
  paymentId: string,
  voteLines: readonly VoteLine[],
): Promise<void> {
  await tx.insert(paymentVotes).values(voteLines.map((line) => ({ paymentId, ...line })));
}

/** Whether the payment is for exactly these votes. */
export async function hasVoteLines(
  db: Queryable,
  paymentId: string,
  voteLines: readonly VoteLine[],
): Promise<boolean> {
  const rows = await db
    .select({ nominationId: paymentVotes.nominationId, voteCount: paymentVotes.voteCount })
    .from(paymentVotes)
    .where(and(eq(paymentVotes.paymentId, paymentId)));
  const stored = new Map(rows.map((line) => [line.nominationId, line.voteCount]));
  return (
    stored.size === voteLines.length &&
    voteLines.every((line) => stored.get(line.nominationId) === line.voteCount)
  );
}
