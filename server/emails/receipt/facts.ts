import { and, eq } from 'drizzle-orm';
import type { Receipt } from '#shared/contracts/receipts';
import { LANGUAGES, type Language } from '#shared/domain/localized';
import { methodOf, type PaymentMethod } from '#shared/domain/payment';
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
      language: LANGUAGES.find((language) => language === locale) ?? 'en',
    },
  };
}
