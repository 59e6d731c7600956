import { and, inArray, isNotNull, sql } from 'drizzle-orm';
import { paymentEvents } from '#shared/schema';
import type { Queryable } from '../db/client';

/** What only an administrator can settle, of each of these payments that has something. */
export async function findFlags(db: Queryable, ids: string[]): Promise<Map<string, string[]>> {
  const flags = new Map<string, string[]>();
  if (ids.length === 0) return flags;
  const flag = sql<string>`${paymentEvents.detail}->>'flag'`;
  const rows = await db
    .select({ paymentId: paymentEvents.paymentId, flag })
    .from(paymentEvents)
    .where(and(inArray(paymentEvents.paymentId, ids), isNotNull(flag)))
    .orderBy(paymentEvents.id);
  for (const row of rows) {
    flags.set(row.paymentId, [...(flags.get(row.paymentId) ?? []), row.flag]);
  }
  return flags;
}
