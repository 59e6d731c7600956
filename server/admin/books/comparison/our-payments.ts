import { sql } from 'drizzle-orm';
import type { Queryable } from '#server/db/client';
import type { StatementEntry } from '#server/payments/index';
import { paymentFlags, payments, returnedMoney } from '#shared/schema';
import type { OurPayment } from './compare';

interface PaymentSelection {
  provider: string;
  /** Start of the period in which payments were completed. */
  from: Date;
  until: Date;
  /** Entries whose payments are also loaded. */
  entries: readonly StatementEntry[];
}

/** Loads our payments for a comparison. */
export async function findOurPayments(
  db: Queryable,
  { provider, from, until, entries }: PaymentSelection,
): Promise<OurPayment[]> {
  const ids = [...new Set(entries.flatMap(({ paymentId }) => paymentId ?? []))];
  const references = [...new Set(entries.flatMap(({ providerRef }) => providerRef ?? []))];
  return db
    .select({
      id: payments.id,
      providerRef: payments.providerRef,
      isAttached: payments.isAttached,
      status: payments.status,
      failureReason: payments.failureReason,
      completedAt: payments.completedAt,
      amount: payments.amount,
      currency: payments.currency,
      partlyReturned: sql<number>`(
        select coalesce(sum(back.amount), 0)::float8 from ${returnedMoney} as back
        where back.payment_id = payments.id and back.kind = 'in-part')`,
      isDisputed: sql<boolean>`exists (
        select from ${paymentFlags} as raised
        where raised.payment_id = payments.id and raised.flag = 'disputed')`,
    })
    .from(payments)
    .where(sql`${payments.provider} = ${provider} and (
      (${payments.completedAt} >= ${from.toISOString()}
        and ${payments.completedAt} < ${until.toISOString()})
      or ${payments.id} = any(${sql.param(ids)}::uuid[])
      or ${payments.providerRef} = any(${sql.param(references)}::text[]))`);
}
