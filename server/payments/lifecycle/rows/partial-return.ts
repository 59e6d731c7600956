import { and, eq, sql } from 'drizzle-orm';
import type { Transaction } from '#server/db/client';
import { returnedMoney } from '#shared/schema';

/**
 * Records a partial refund of a locked payment as far as it is new: the provider reports the total
 * so far. The votes stay; a flag asks an administrator to look at it.
 * @param total minor units; less than before when the payer's bank returned some of it
 */
export async function recordPartialReturn(
  tx: Transaction,
  paymentId: string,
  total: number,
): Promise<void> {
  const [known] = await tx
    .select({ sum: sql`coalesce(sum(${returnedMoney.amount}), 0)`.mapWith(Number) })
    .from(returnedMoney)
    .where(and(eq(returnedMoney.paymentId, paymentId), eq(returnedMoney.kind, 'in-part')));
  const amount = total - (known?.sum ?? 0);
  if (amount === 0) return;
  await tx
    .insert(returnedMoney)
    .values({ paymentId, kind: 'in-part', amount, returnedAt: sql`now()` });
}
