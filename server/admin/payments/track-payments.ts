import { and, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Queryable } from '#server/db/client';
import { countPayments, type PaymentCount } from '#server/payment-counts/index';
import type { PaymentContext } from '#server/payments/index';
import { lifetimeOf } from '#server/settings/index';
import type { VoterTracking, voterTrackingQuery } from '#shared/contracts/admin-payments';
import type { PaymentStatus } from '#shared/domain/payment';
import { payments } from '#shared/schema';
import { withRelated } from './admin-payment';
import { fromCursor, toCursor } from './cursor';
import {
  type EditionFilters,
  isOfKind,
  listMatching,
  meaningsOf,
  type PaymentBatch,
  passesFilters,
  periodOf,
} from './matching-payments';

/**
 * Exact counting stops here: more would cost time with every result, and that many are not read.
 */
const MAX_EXACT_COUNT = 1_000;
/** If the database expects more results, they are not counted; the page is the sample. */
const CERTAINLY_MANY = 10_000;

/**
 * Summarises the results of a search or preset filter: exact up to a thousand, estimated beyond
 * that.
 * @param page of the results
 */
async function summarizeSearch(
  db: Queryable,
  filters: EditionFilters,
  page: Promise<PaymentBatch>,
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
  if (estimate > CERTAINLY_MANY) {
    // Even the first thousand would take long, because an index collects all results first.
    const { payments: sample, next } = await page;
    if (next) return extrapolate(estimate, sample);
  }
  const { rows } = await db.execute<{ status: PaymentStatus }>(sql`
    select status from (${lists(sql`limit ${MAX_EXACT_COUNT + 1}`, sql` union `)}) as any_of
    limit ${MAX_EXACT_COUNT + 1}`);
  return rows.length > MAX_EXACT_COUNT
    ? extrapolate(Math.max(rows.length, estimate), rows)
    : { ...extrapolate(rows.length, rows), isEstimate: false };
}

/** Applies the shares of the states in a sample to all matching payments. */
function extrapolate(
  matching: number,
  sample: readonly { status: PaymentStatus }[],
): VoterTracking['summary'] {
  const share = (wanted: PaymentStatus) => {
    const ofStatus = sample.filter(({ status }) => status === wanted).length;
    return Math.round((matching * ofStatus) / Math.max(sample.length, 1));
  };
  return {
    matching,
    isEstimate: true,
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

/**
 * Returns a page of an edition's payments, and the totals of all matching ones.
 * @param event has all editions: a search that finds nothing is repeated in the others
 */
export async function trackPayments(
  { db, event }: Pick<PaymentContext, 'db' | 'event'>,
  { cursor, limit, order, ...filters }: EditionFilters & z.output<typeof voterTrackingQuery>,
): Promise<VoterTracking> {
  const after = cursor === undefined ? null : fromCursor(cursor);
  const everything = countPayments(db, lifetimeOf(filters.edition));
  const page = listMatching(db, filters, { order, after, limit });
  const [batch, all, summary] = await Promise.all([
    page,
    everything,
    filters.search || filters.look
      ? summarizeSearch(db, filters, page)
      : summarize(isAllTime(filters) ? everything : countPayments(db, periodOf(filters)), filters),
  ]);
  return {
    recentPayments: await withRelated(db, batch.payments),
    nextCursor: batch.next && toCursor(batch.next),
    summary,
    paymentMethodStats: [completedBy(all, 'card'), completedBy(all, 'mobile-money')],
    elsewhere: summary.matching === 0 ? await yearsWithMatch({ db, event }, filters) : [],
  };
}

/** Only the first payments found are looked at: a number or an address has far fewer. */
const MAX_ELSEWHERE = 1_000;

/** Returns the years of the other editions in which a search or preset filter finds payments. */
async function yearsWithMatch(
  { db, event }: Pick<PaymentContext, 'db' | 'event'>,
  { edition, ...filters }: EditionFilters,
): Promise<string[]> {
  const others = event.editions.filter(({ id, state }) => id !== edition.id && state !== 'draft');
  if (others.length === 0 || !(filters.search || filters.look)) return [];
  const ofKind = isOfKind({
    ...filters,
    edition: { state: 'current', begunAt: null, endedAt: null },
  });
  const lists = (await meaningsOf(db, filters)).map(
    (meaning) => sql`(
      select ${payments.createdAt} as at from ${payments} where ${and(ofKind, meaning)}
      limit ${MAX_ELSEWHERE})`,
  );
  const found = sql.join(lists, sql` union all `);
  const { rows } = await db.execute<{ edition: number }>(
    sql`select distinct edition_at(at) as edition from (${found}) as found`,
  );
  const ids = new Set(rows.map((row) => row.edition));
  return others.filter(({ id }) => ids.has(id)).map(({ settings }) => settings.year);
}

const isAllTime = ({ from, to }: EditionFilters) => from === undefined && to === undefined;

async function summarize(
  counting: Promise<PaymentCount[]>,
  filters: EditionFilters,
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
