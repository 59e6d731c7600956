import { asc, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '#server/db/client';
import { normalizeReceiptCode } from '#shared/domain/receipt-code';
import { paymentEvents, payments } from '#shared/schema';
import type { Payment, PaymentEvent } from './help-steps';

/**
 * Finds the payment with this reference, as copied from a screen or an SMS: our id, a receipt code,
 * or the transaction number of the provider or the mobile operator.
 * @returns the payment, and whether the reference is one of ours, which cannot be guessed
 */
export async function findByReference(
  db: Database,
  reference: string,
): Promise<{ payment: Payment; isOurs: boolean } | undefined> {
  const isOurReference = ofOurOwn(reference);
  // One after the other: a single query with three conditions could not use the indexes.
  for (const condition of [isOurReference, ofProvider(reference), ofOperator(db, reference)]) {
    const payment = condition && (await newest(db, condition));
    if (payment) return { payment, isOurs: condition === isOurReference };
  }
  return undefined;
}

/** @param phoneHash from `hashPhone` */
export const findByPhone = (db: Database, phoneHash: string): Promise<Payment | undefined> =>
  newest(db, eq(payments.phoneHash, phoneHash));

export const eventsOf = (db: Database, { id }: Payment): Promise<PaymentEvent[]> =>
  db
    .select()
    .from(paymentEvents)
    .where(eq(paymentEvents.paymentId, id))
    .orderBy(asc(paymentEvents.id));

async function newest(db: Database, condition: SQL): Promise<Payment | undefined> {
  const [payment] = await db
    .select()
    .from(payments)
    .where(condition)
    .orderBy(desc(payments.createdAt), desc(payments.id))
    .limit(1);
  return payment;
}

function ofOurOwn(reference: string): SQL | null {
  const id = z.uuid().safeParse(reference);
  if (id.success) return eq(payments.id, id.data);
  const receiptCode = normalizeReceiptCode(reference);
  return receiptCode === null ? null : eq(payments.receiptCode, receiptCode);
}

const ofProvider = (reference: string): SQL =>
  inArray(payments.providerRef, spellingsOf(reference));

/** Number in the mobile operator's SMS, which is in the provider's response. */
const ofOperator = (db: Database, reference: string): SQL =>
  inArray(
    payments.id,
    db
      .select({ paymentId: paymentEvents.paymentId })
      .from(paymentEvents)
      .where(inArray(operatorReference, spellingsOf(reference))),
  );

const operatorReference = sql<string>`(${paymentEvents.detail}->>'operatorReference')`;

/** Mobile operators print their numbers in capitals, and people copy them in any case. */
const spellingsOf = (reference: string): string[] => [
  ...new Set([reference, reference.toUpperCase(), reference.toLowerCase()]),
];
