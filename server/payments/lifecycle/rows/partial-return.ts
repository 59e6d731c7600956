import { and, eq, sql } from 'drizzle-orm';
import type { Transaction } from '#server/db/client';
import { returnedMoney } from '#shared/schema';

/**
 * Records the part of a partial refund that is new: the provider reports the total so far. The
 * votes stay counted; a flag asks an administrator to review the payment.
 * @param total minor units; lower than before when the payer's bank returned some of it
 */
export async function recordPartialReturn(
  tx: Transaction,
  paymentId: string,
  total: number,
): Promise<void> {
  const [recorded] = await tx
    .select({ sum: sql`coalesce(sum(${returnedMoney.amount}), 0)`.mapWith(Number) })
    .from(returnedMoney)
    .where(and(eq(returnedMoney.paymentId, paymentId), eq(returnedMoney.kind, 'in-part')));
  const amount = total - (recorded?.sum ?? 0);
  if (amount === 0) return;
  await tx
    .insert(returnedMoney)
    .values({ paymentId, kind: 'in-part', amount, returnedAt: sql`now()` });
}
