import { and, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database, Queryable } from '#server/db/client';
import { countPayments, type PaymentCount } from '#server/payment-counts/index';
import type {
  PaymentFilters,
  VoterTracking,
  voterTrackingQuery,
} from '#shared/contracts/admin-payments';
import type { PaymentStatus } from '#shared/domain/payment';
import { payments } from '#shared/schema';
import { withRelated } from './admin-payment';
import { isOfKind, listMatching, meaningsOf, passesFilters, periodOf } from './matching-payments';
import { fromCursor, orderBy, toCursor } from './position';

/**
 * Exact counting stops here: more would cost time with every result, and that many are not read.
 */
const MAX_EXACT_COUNT = 1_000;
/** If the database expects more results, they are not counted; the shares are those of a sample. */
const CERTAINLY_MANY = 10_000;
const SAMPLE = 50;

/**
 * Summarises the results of a search or preset filter: exact up to a thousand, estimated beyond
 * that.
 */
async function summarizeSearch(
  db: Queryable,
  filters: PaymentFilters,
): Promise<VoterTracking['summary']> {
  const ofKind = isOfKind(filters);
  const meanings = await meaningsOf(db, filters);
  const lists = (limit: SQL, separator: SQL) =>
    sql.join(
      meanings.map(
        (meaning) =>
          sql`(select id, status from ${payments} where ${and(ofKind, meaning)} ${limit})`,
      ),
      separator,
    );
  const estimate = await estimateRows(db, lists(sql``, sql` union all `));
  // Of many, the newest are found soon by their time; for any, the index would collect all first.
  const most = estimate > CERTAINLY_MANY ? SAMPLE : MAX_EXACT_COUNT + 1;
  const newest = estimate > CERTAINLY_MANY ? sql`order by ${orderBy('newest')}` : sql``;
  const { rows } = await db.execute<{ status: PaymentStatus; payments: number }>(sql`
    select status, count(*)::int as payments
    from (select * from (${lists(sql`${newest} limit ${most}`, sql` union `)}) as any_of
      limit ${most}) as found
    group by status`);
  const found = rows.reduce((sum, row) => sum + row.payments, 0);
  const isEstimate = found === most;
  const matching = isEstimate ? Math.max(found, estimate) : found;
  // Extrapolates from the results found.
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

/** Returns the database's estimate, from its existing statistics. */
async function estimateRows(db: Queryable, query: SQL): Promise<number> {
  const { rows } = await db.execute(sql`explain (format json) ${query}`);
  const [{ 'QUERY PLAN': plan }] = explanation.parse(rows);
  return plan[0].Plan['Plan Rows'];
}

/** Returns a page of payments, and the totals of all matching ones. */
export async function trackPayments(
  db: Database,
  { cursor, limit, order, ...filters }: PaymentFilters & z.output<typeof voterTrackingQuery>,
): Promise<VoterTracking> {
  const after = cursor === undefined ? null : fromCursor(cursor);
  const everything = countPayments(db);
  const [batch, all, summary] = await Promise.all([
    listMatching(db, filters, { order, after, limit }),
    everything,
    filters.search || filters.look
      ? summarizeSearch(db, filters)
      : summarize(isAllTime(filters) ? everything : countPayments(db, periodOf(filters)), filters),
  ]);
  return {
    recentPayments: await withRelated(db, batch.payments),
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
  const sum = (status: PaymentStatus) =>
    paymentsIn(counts.filter((count) => count.status === status));
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
