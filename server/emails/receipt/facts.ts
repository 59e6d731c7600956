import { and, eq } from 'drizzle-orm';
import type { Receipt } from '#shared/contracts/receipts';
import { LANGUAGES, type Language } from '#shared/domain/localized';
import { AFTER_CLOSING, methodOf, type PaymentMethod } from '#shared/domain/payment';
import type { Money } from '#shared/domain/pricing';
import { payments } from '#shared/schema';
import type { Database } from '../../db/client';
import { findReceipt } from '../../receipts';

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
  return {
    to: voterEmail,
    facts: {
      ...(await findReceipt(db, receiptCode)),
      money: { amountMinor: amount, currency },
      method: methodOf(provider),
      completedAt,
      language: languageOf(locale),
    },
  };
}
