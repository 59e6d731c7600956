import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type {
  PaymentFilters,
  VoterTracking,
  voterTrackingQuery,
} from '#shared/contracts/admin-payments';
import type { PaymentStatus } from '#shared/domain/payment';
import { payments } from '#shared/schema';
import type { Database, Queryable } from '../db/client';
import { countPayments, type PaymentCount } from '../payment-counts';
import { findFlags } from './admin-payment';
import { listMatching, matchesFilters, passesFilters, periodOf } from './matching-payments';
import { fromCursor, toCursor } from './position';

/** Counting on would cost more the more results there are, and that many are not read. */
const COUNTED = 1_000;

/** What a search finds: counted up to a thousand, and beyond that estimated. */
async function summarizeSearch(
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

/** A page of payments, and what all that match add up to. */
export async function trackPayments(
  db: Database,
  { cursor, limit, ...filters }: PaymentFilters & z.output<typeof voterTrackingQuery>,
): Promise<VoterTracking> {
  const after = cursor === undefined ? null : fromCursor(cursor);
  const everything = countPayments(db);
  const [batch, all, summary] = await Promise.all([
    listMatching(db, filters, after, limit),
    everything,
    filters.search || filters.look
      ? summarizeSearch(db, filters)
      : summarize(isAllTime(filters) ? everything : countPayments(db, periodOf(filters)), filters),
  ]);
  const flagsOf = await findFlags(
    db,
    batch.payments.map(({ id }) => id),
  );
  return {
    recentPayments: batch.payments.map((payment) => ({
      ...payment,
      flags: flagsOf.get(payment.id) ?? [],
    })),
    nextCursor: batch.next && toCursor(batch.next),
    summary,
    paymentMethodStats: [completedBy(all, 'card'), completedBy(all, 'mobile-money')],
  };
}

const isAllTime = ({ from, to }: PaymentFilters) => from === undefined && to === undefined;

async function summarize(
  counting: Promise<PaymentCount[]>,
  filters: PaymentFilters,
): Promise<VoterTracking['summary']> {
  const counts = (await counting).filter(passesFilters(filters));
  const sum = (status: PaymentStatus) => paymentsIn(counts.filter((one) => one.status === status));
  return {
    matching: paymentsIn(counts),
    isEstimate: false,
    completed: sum('completed'),
    pending: sum('pending'),
    failed: sum('failed'),
  };
}

const paymentsIn = (counts: PaymentCount[]) =>
  counts.reduce((sum, { payments }) => sum + payments, 0);

function completedBy(
  counts: PaymentCount[],
  provider: PaymentCount['method'],
): VoterTracking['paymentMethodStats'][number] {
  const completed = counts.filter(
    ({ method, status }) => method === provider && status === 'completed',
  );
  return {
    provider,
    count: paymentsIn(completed),
    totalAmount: completed.reduce((sum, { amount }) => sum + amount, 0),
  };
}
