import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { RECEIPT_EMAIL_STATUSES, type ReceiptEmailStatus } from '#shared/domain/payment';
import { createdAt, instant, oneOf, updatedAt } from './columns';
import { payments } from './payments';

/** Kinds of mails: the payment was counted or came too late, or its money was returned. */
const RECEIPT_EMAIL_KINDS = ['receipt', 'refund'] as const;
export type ReceiptEmailKind = (typeof RECEIPT_EMAIL_KINDS)[number];

/**
 * Queued receipts. The transaction that completes a payment inserts the row, and the key allows one
 * per payment, so every counted payment with an address gets exactly one receipt, and another one
 * only on request. The transaction
 * that withdraws the votes turns the row into the refund mail, which is also sent once.
 */
export const receiptEmails = pgTable(
  'receipt_emails',
  {
    paymentId: uuid('payment_id')
      .primaryKey()
      .references(() => payments.id),
    kind: text('kind').$type<ReceiptEmailKind>().notNull().default('receipt'),
    status: text('status').$type<ReceiptEmailStatus>().notNull().default('pending'),
    attempts: integer('attempts').notNull().default(0),
    /** Null when there is nothing left to send; during an attempt, the end of its lease. */
    nextAttemptAt: instant('next_attempt_at').defaultNow(),
    sentAt: instant('sent_at'),
    /** The same at every attempt, so that mail servers and readers can recognise a repeat. */
    messageId: text('message_id'),
    /**
     * Codes of the last failure such as `550 5.1.1 RCPT TO`, never the server's text, which quotes
     * the address.
     */
    lastFailure: text('last_failure'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    index('receipt_emails_due_idx')
      .on(table.nextAttemptAt)
      .where(sql`${table.nextAttemptAt} is not null`),
    check('receipt_emails_kind_check', sql`${table.kind} in (${oneOf(RECEIPT_EMAIL_KINDS)})`),
    check(
      'receipt_emails_status_check',
      sql`${table.status} in (${oneOf(RECEIPT_EMAIL_STATUSES)})`,
    ),
    check('receipt_emails_attempts_check', sql`${table.attempts} >= 0`),
    check(
      'receipt_emails_next_attempt_check',
      sql`(${table.status} = 'pending') = (${table.nextAttemptAt} is not null)`,
    ),
    check(
      'receipt_emails_sent_check',
      sql`(${table.status} = 'sent') = (${table.sentAt} is not null)`,
    ),
  ],
);
