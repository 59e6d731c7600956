import { and, eq, sql } from 'drizzle-orm';
import { returnedMoney } from '#shared/schema';
import type { Transaction } from '../../db/client';

/**
 * Writes down what went back of a locked payment, as far as that is new: the provider tells how much
 * it is by now. Its votes stay; that somebody should look is a flag's to say.
 * @param total minor units; less than before where the payer's bank sent some of it back
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
