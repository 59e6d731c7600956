import { eq } from 'drizzle-orm';
import { payments } from '#shared/schema';
import type { Queryable } from '../../db/client';
import type { Payment } from '../lifecycle/repository';

/** The payment that was started under this key; null when no such request has come. Starts none. */
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
