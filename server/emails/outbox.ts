import { and, asc, eq, lte, ne, notExists, or, sql } from 'drizzle-orm';
import type { Database, Queryable } from '#server/db/client';
import { fromNow, isAmong } from '#server/db/lease-rows';
import { countQueue, type ReceiptEmailKind, receiptEmails } from '#shared/schema';
import { ATTEMPT_LEASE_MS, GIVE_UP_AFTER_MS, nextAttemptAfter } from './retry-schedule';

/** So long a mail waits for the place in the open count that it is to tell. */
const PLACE_MS = 60_000;

/** A mail about a payment that this process alone may try to send until the lease ends. */
export interface LeasedReceipt {
  paymentId: string;
  kind: ReceiptEmailKind;
  messageId: string;
  /** This attempt included. */
  attempts: number;
  /** Since it is due, on the database's clock. */
  ageMs: number;
}

/**
 * Takes up to `limit` receipts whose attempt is due, and whose votes have their place in the open count
 * if that does not take too long; other processes skip those and take
 * the next.
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
        or(lte(receiptEmails.createdAt, fromNow(-PLACE_MS)), notExists(isWaiting)),
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
      // Settled before the first attempt and kept: the server may accept a message and we not learn it.
      messageId: sql`coalesce(${receiptEmails.messageId}, ${newMessageId})`,
    })
    .where(isAmong(receiptEmails.paymentId, due))
    .returning({
      paymentId: receiptEmails.paymentId,
      kind: receiptEmails.kind,
      messageId: sql<string>`${receiptEmails.messageId}`,
      attempts: receiptEmails.attempts,
      ageMs: sql`extract(epoch from now() - ${receiptEmails.createdAt}) * 1000`.mapWith(Number),
    });
}

/** Also when the lease has run out. */
export async function noteSent(db: Database, receipt: LeasedReceipt): Promise<void> {
  await db
    .update(receiptEmails)
    .set({ status: 'sent', sentAt: sql`now()`, nextAttemptAt: null, lastFailure: null })
    .where(and(isSameMail(receipt), ne(receiptEmails.status, 'sent')));
}

/** @returns whether it will be tried again */
export async function noteFailure(
  db: Database,
  receipt: LeasedReceipt,
  lastFailure: string,
): Promise<boolean> {
  const wait = nextAttemptAfter(receipt.attempts, receipt.ageMs);
  if (wait === null) {
    await giveUp(db, receipt, lastFailure);
    return false;
  }
  await db
    .update(receiptEmails)
    .set({ nextAttemptAt: fromNow(wait), lastFailure })
    .where(isStillClaimed(receipt));
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
    .where(isStillClaimed(receipt));
}

/** For a payment whose votes were taken back, or whose voter was erased, before its mail went out. */
export async function cancel(db: Database, receipt: LeasedReceipt): Promise<void> {
  await db
    .update(receiptEmails)
    .set({ status: 'cancelled', nextAttemptAt: null })
    .where(isStillClaimed(receipt));
}

/** Left over from a time when no mail could be sent, perhaps because none was set up. */
export const isTooOld = ({ ageMs }: LeasedReceipt): boolean => ageMs > GIVE_UP_AFTER_MS;

/** The number of attempts tells one lease from the next. */
const isStillClaimed = (receipt: LeasedReceipt) =>
  and(
    isSameMail(receipt),
    eq(receiptEmails.attempts, receipt.attempts),
    eq(receiptEmails.status, 'pending'),
  );

/** While a receipt is on its way, its row may become the mail about a refund. */
const isSameMail = ({ paymentId, kind }: LeasedReceipt) =>
  and(eq(receiptEmails.paymentId, paymentId), eq(receiptEmails.kind, kind));
