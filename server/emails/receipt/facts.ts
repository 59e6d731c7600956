import { and, eq, inArray } from 'drizzle-orm';
import type { Database } from '#server/db/client';
import { findReceipt } from '#server/receipts/index';
import type { Receipt } from '#shared/contracts/receipts';
import { LANGUAGES, type Language } from '#shared/domain/localized';
import { AFTER_CLOSING, methodOf, type PaymentMethod } from '#shared/domain/payment';
import type { Money } from '#shared/domain/pricing';
import { payments, returnedMoney } from '#shared/schema';

/** What a receipt tells its voter, as it is in the books. */
export interface ReceiptFacts extends Receipt {
  money: Money;
  method: PaymentMethod;
  completedAt: Date;
  language: Language;
}

/** What the payer of a charge after closing is told. */
export interface ReturnFacts {
  paymentId: string;
  money: Money;
  /** When we learned of the charge, moments after it. */
  settledAt: Date;
  language: Language;
}

/** @returns null when the payment has no address, or was not charged after closing */
export async function readReturnFacts(
  db: Database,
  paymentId: string,
): Promise<{ to: string; facts: ReturnFacts } | null> {
  const [payment] = await db
    .select()
    .from(payments)
    .where(and(eq(payments.id, paymentId), eq(payments.failureReason, AFTER_CLOSING)));
  if (!payment?.voterEmail || !payment.settledAt) return null;
  const { voterEmail, amount, currency, settledAt, locale } = payment;
  return {
    to: voterEmail,
    facts: {
      paymentId,
      money: { amountMinor: amount, currency },
      settledAt,
      language: languageOf(locale),
    },
  };
}

/** What the payer is told once the money is with them again. */
export interface RefundFacts {
  /** Null where the votes were never counted. */
  receiptCode: string | null;
  money: Money;
  method: PaymentMethod;
  /** Their bank took it back, or somebody gave it. */
  reason: 'refunded' | 'disputed';
  /** As whoever gave it back by hand wrote it down, else when the provider told of it. */
  refundedAt: Date;
  /** By which the payer finds a transfer that was made by hand. */
  reference: string | null;
  /** Places in the log of the votes, and of what took them back; null while it has not both. */
  entries: { counted: number; takenBack: number } | null;
  language: Language;
}

/** @returns null when the payment has no address (any more), or its money did not go back */
export async function readRefundFacts(
  db: Database,
  paymentId: string,
): Promise<{ to: string; facts: RefundFacts } | null> {
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

/** @returns null when the payment has no address, or its votes do not count (any more) */
export async function readReceiptFacts(
  db: Database,
  paymentId: string,
): Promise<{ to: string; facts: ReceiptFacts } | null> {
  const [payment] = await db
    .select()
    .from(payments)
    .where(and(eq(payments.id, paymentId), eq(payments.status, 'completed')));
  if (!payment?.voterEmail || !payment.receiptCode || !payment.completedAt) return null;
  const { voterEmail, receiptCode, completedAt, amount, currency, provider, locale } = payment;
  const receipt = await findReceipt(db, receiptCode);
  // Taken back just now.
  if (receipt.payment.refundedAt !== null) return null;
  return {
    to: voterEmail,
    facts: {
      ...receipt,
      money: { amountMinor: amount, currency },
      method: methodOf(provider),
      completedAt,
      language: languageOf(locale),
    },
  };
}
