import { and, asc, eq, lte, ne, notExists, or, sql } from 'drizzle-orm';
import type { Database, Queryable } from '#server/db/client';
import { fromNow, isOneOf } from '#server/db/lease-rows';
import { countQueue, type ReceiptEmailKind, receiptEmails } from '#shared/schema';
import { ATTEMPT_LEASE_MS, GIVE_UP_AFTER_MS, nextAttemptAfter } from './retry-schedule';

/** How long a mail waits for the entry in the open count that it mentions, in ms. */
const ENTRY_WAIT_MS = 60_000;

/** A mail about a payment that only this process may send until the lease ends. */
export interface LeasedReceipt {
  paymentId: string;
  kind: ReceiptEmailKind;
  messageId: string;
  /** Including this attempt. */
  attempts: number;
  /** Time since it was due, by the database's clock. */
  ageMs: number;
}

/**
 * Leases up to `limit` receipts whose attempt is due, and whose votes have an entry in the open
 * count unless that takes too long; other processes skip those and lease the next ones.
 */
export async function leaseDueReceipts(
  db: Queryable,
  messageIdDomain: string,
  limit: number,
): Promise<LeasedReceipt[]> {
  const isWaiting = db
    .select({ paymentId: countQueue.paymentId })
    .from(countQueue)
    .where(eq(countQueue.paymentId, receiptEmails.paymentId));
  const due = db
    .select({ paymentId: receiptEmails.paymentId })
    .from(receiptEmails)
    .where(
      and(
        lte(receiptEmails.nextAttemptAt, sql`now()`),
        or(lte(receiptEmails.createdAt, fromNow(-ENTRY_WAIT_MS)), notExists(isWaiting)),
      ),
    )
    .orderBy(asc(receiptEmails.nextAttemptAt))
    .limit(limit)
    .for('update', { skipLocked: true });
  const newMessageId = sql`'<' || ${receiptEmails.kind} || '.' || ${receiptEmails.paymentId} || ${`@${messageIdDomain}>`}`;
  return db
    .update(receiptEmails)
    .set({
      nextAttemptAt: fromNow(ATTEMPT_LEASE_MS),
      attempts: sql`${receiptEmails.attempts} + 1`,
      // Chosen before the first attempt and stored: the server may accept a message without our
      // receiving its response.
      messageId: sql`coalesce(${receiptEmails.messageId}, ${newMessageId})`,
    })
    .where(isOneOf(receiptEmails.paymentId, due))
    .returning({
      paymentId: receiptEmails.paymentId,
      kind: receiptEmails.kind,
      messageId: sql<string>`${receiptEmails.messageId}`,
      attempts: receiptEmails.attempts,
      ageMs: sql`extract(epoch from now() - ${receiptEmails.createdAt}) * 1000`.mapWith(Number),
    });
}

/** Records that a mail was sent, even if the lease has expired. */
export async function markSent(db: Database, receipt: LeasedReceipt): Promise<void> {
  await db
    .update(receiptEmails)
    .set({ status: 'sent', sentAt: sql`now()`, nextAttemptAt: null, lastFailure: null })
    .where(and(isSameMail(receipt), ne(receiptEmails.status, 'sent')));
}

/** @returns true when it will be retried */
export async function markFailed(
  db: Database,
  receipt: LeasedReceipt,
  lastFailure: string,
): Promise<boolean> {
  const delayMs = nextAttemptAfter(receipt.attempts, receipt.ageMs);
  if (delayMs === null) {
    await giveUp(db, receipt, lastFailure);
    return false;
  }
  await db
    .update(receiptEmails)
    .set({ nextAttemptAt: fromNow(delayMs), lastFailure })
    .where(isStillLeased(receipt));
  return true;
}

export async function giveUp(
  db: Database,
  receipt: LeasedReceipt,
  lastFailure: string,
): Promise<void> {
  await db
    .update(receiptEmails)
    .set({ status: 'given-up', nextAttemptAt: null, lastFailure })
    .where(isStillLeased(receipt));
}

/** Cancels a mail whose votes were withdrawn, or whose voter was erased, before it was sent. */
export async function cancel(db: Database, receipt: LeasedReceipt): Promise<void> {
  await db
    .update(receiptEmails)
    .set({ status: 'cancelled', nextAttemptAt: null })
    .where(isStillLeased(receipt));
}

/**
 * True for a mail from a time when none could be sent, perhaps because no server was configured.
 */
export const isTooOld = ({ ageMs }: LeasedReceipt): boolean => ageMs > GIVE_UP_AFTER_MS;

/** The number of attempts distinguishes one lease from the next. */
const isStillLeased = (receipt: LeasedReceipt) =>
  and(
    isSameMail(receipt),
    eq(receiptEmails.attempts, receipt.attempts),
    eq(receiptEmails.status, 'pending'),
  );

/** While a receipt is being sent, its row may become the refund mail, or be sent again. */
const isSameMail = ({ paymentId, kind, messageId }: LeasedReceipt) =>
  and(
    eq(receiptEmails.paymentId, paymentId),
    eq(receiptEmails.kind, kind),
    eq(receiptEmails.messageId, messageId),
  );
