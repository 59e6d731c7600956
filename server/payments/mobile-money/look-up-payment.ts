import { eq } from 'drizzle-orm';
import type { Queryable } from '#server/db/client';
import { payments } from '#shared/schema';
import type { Payment } from '../lifecycle/rows/repository';

/** Returns the payment started under this key, or null. Never starts one. */
export async function lookUpPayment(
  db: Queryable,
  idempotencyKey: string,
): Promise<Pick<Payment, 'id' | 'status'> | null> {
  const [found] = await db
    .select({ id: payments.id, status: payments.status })
    .from(payments)
    .where(eq(payments.idempotencyKey, idempotencyKey));
  return found ?? null;
}
