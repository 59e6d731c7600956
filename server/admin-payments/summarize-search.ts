import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { PaymentFilters, VoterTracking } from '#shared/contracts/admin-payments';
import type { PaymentStatus } from '#shared/domain/payment';
import { payments } from '#shared/schema';
import type { Queryable } from '../db/client';
import { matchesFilters } from './matching-payments';

/** Counting on would cost more the more results there are, and that many are not read. */
const COUNTED = 1_000;

/** What a search finds: counted up to a thousand, and beyond that estimated. */
export async function summarizeSearch(
  db: Queryable,
  filters: PaymentFilters,
): Promise<VoterTracking['summary']> {
  const where = matchesFilters(filters) ?? sql`true`;
  const { rows } = await db.execute<{ status: PaymentStatus; payments: number }>(sql`
    select status, count(*)::int as payments
    from (select status from ${payments} where ${where} limit ${COUNTED + 1}) as found
    group by status`);
  const found = rows.reduce((sum, row) => sum + row.payments, 0);
  const isEstimate = found > COUNTED;
  const matching = isEstimate ? Math.max(found, await estimateRows(db, where)) : found;
  // The found ones stand for all.
  const share = (status: PaymentStatus) => {
    const ofStatus = rows.find((row) => row.status === status)?.payments ?? 0;
    return Math.round((matching * ofStatus) / Math.max(found, 1));
  };
  return {
    matching,
    isEstimate,
    completed: share('completed'),
    pending: share('pending'),
    failed: share('failed'),
  };
}

const explanation = z.tuple([
  z.object({ 'QUERY PLAN': z.tuple([z.object({ Plan: z.object({ 'Plan Rows': z.number() }) })]) }),
]);

/** What the database expects, from the statistics it keeps anyway. */
async function estimateRows(db: Queryable, where: SQL): Promise<number> {
  const { rows } = await db.execute(
    sql`explain (format json) select from ${payments} where ${where}`,
  );
  const [{ 'QUERY PLAN': plan }] = explanation.parse(rows);
  return plan[0].Plan['Plan Rows'];
}
