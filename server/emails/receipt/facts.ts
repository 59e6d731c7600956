import { and, eq, inArray } from 'drizzle-orm';
import type { Database } from '#server/db/client';
import { findReceipt } from '#server/receipts/index';
import type { Receipt } from '#shared/contracts/receipts';
import { LANGUAGES, type Language } from '#shared/domain/localized';
import { AFTER_CLOSING, methodOf, type PaymentMethod } from '#shared/domain/payment';
import type { Money } from '#shared/domain/pricing';
import { payments, returnedMoney } from '#shared/schema';

/** A mail to a payer. */
interface Mailing<Facts> {
  to: string;
  facts: Facts;
  /** When the payment was created, which determines its edition. */
  createdAt: Date;
}

/** Data of a receipt mail. */
export interface ReceiptFacts extends Receipt {
  money: Money;
  method: PaymentMethod;
  completedAt: Date;
  language: Language;
}

/** Data of the mail about a charge after closing. */
export interface ReturnFacts {
  paymentId: string;
  money: Money;
  /** When we received the charge, moments after it was made. */
  settledAt: Date;
  language: Language;
}

/** @returns null when the payment has no address, or was not charged after closing */
export async function readReturnFacts(
  db: Database,
  paymentId: string,
): Promise<Mailing<ReturnFacts> | null> {
  const [payment] = await db
    .select()
    .from(payments)
    .where(and(eq(payments.id, paymentId), eq(payments.failureReason, AFTER_CLOSING)));
  if (!payment?.voterEmail || !payment.settledAt) return null;
  const { voterEmail, amount, currency, settledAt, locale } = payment;
  return {
    to: voterEmail,
    createdAt: payment.createdAt,
    facts: {
      paymentId,
      money: { amountMinor: amount, currency },
      settledAt,
      language: languageOf(locale),
    },
  };
}

/** Data of the mail about returned money. */
export interface RefundFacts {
  /** Null if the votes were never counted. */
  receiptCode: string | null;
  money: Money;
  method: PaymentMethod;
  /** Taken back by the payer's bank, or refunded. */
  reason: 'refunded' | 'disputed';
  /**
   * Time recorded by the administrator who returned it by hand, else the time of the provider's
   * report.
   */
  refundedAt: Date;
  /** Reference by which the payer can find a transfer made by hand. */
  reference: string | null;
  /** Log entries of the votes and of their reversal; null until it has both. */
  entries: { counted: number; takenBack: number } | null;
  language: Language;
}

/**
 * @returns null when the payment has no address, or no longer has one, or its money was not
 *   returned
 */
export async function readRefundFacts(
  db: Database,
  paymentId: string,
): Promise<Mailing<RefundFacts> | null> {
  const [row] = await db
    .select({ payment: payments, byHand: returnedMoney })
    .from(payments)
    .leftJoin(
      returnedMoney,
      and(eq(returnedMoney.paymentId, payments.id), eq(returnedMoney.kind, 'by-hand')),
    )
    .where(
      and(eq(payments.id, paymentId), inArray(payments.failureReason, ['refunded', 'disputed'])),
    );
  const { payment, byHand } = row ?? {};
  if (!payment?.voterEmail || !payment.settledAt) return null;
  const { voterEmail, settledAt, receiptCode, amount, currency, provider, locale } = payment;
  return {
    to: voterEmail,
    createdAt: payment.createdAt,
    facts: {
      receiptCode,
      money: { amountMinor: amount, currency },
      method: methodOf(provider),
      reason: payment.failureReason === 'disputed' ? 'disputed' : 'refunded',
      refundedAt: byHand?.returnedAt ?? settledAt,
      reference: byHand?.reference ?? null,
      entries: receiptCode === null ? null : await readEntries(db, receiptCode),
      language: languageOf(locale),
    },
  };
}

async function readEntries(db: Database, receiptCode: string): Promise<RefundFacts['entries']> {
  const { entry: counted, takenBackEntry: takenBack } = (await findReceipt(db, receiptCode))
    .payment;
  return counted === null || takenBack === null ? null : { counted, takenBack };
}

const languageOf = (locale: string): Language =>
  LANGUAGES.find((language) => language === locale) ?? 'en';

/** @returns null when the payment has no address, or its votes do not count, or no longer count */
export async function readReceiptFacts(
  db: Database,
  paymentId: string,
): Promise<Mailing<ReceiptFacts> | null> {
  const [payment] = await db
    .select()
    .from(payments)
    .where(and(eq(payments.id, paymentId), eq(payments.status, 'completed')));
  if (!payment?.voterEmail || !payment.receiptCode || !payment.completedAt) return null;
  const { voterEmail, receiptCode, completedAt, amount, currency, provider, locale } = payment;
  const receipt = await findReceipt(db, receiptCode);
  // Taken back a moment ago.
  if (receipt.payment.refundedAt !== null) return null;
  return {
    to: voterEmail,
    createdAt: payment.createdAt,
    facts: {
      ...receipt,
      money: { amountMinor: amount, currency },
      method: methodOf(provider),
      completedAt,
      language: languageOf(locale),
    },
  };
}
