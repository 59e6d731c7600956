import { and, gte, inArray, lt, type SQL, sql } from 'drizzle-orm';
import type { PaymentFilters } from '#shared/contracts/admin-payments';
import { PAYMENT_SEGMENTS, type PaymentSegment, type SegmentParts } from '#shared/domain/payment';
import { paymentFlags, payments } from '#shared/schema';
import type { Queryable } from '../db/client';
import type { Period } from '../payment-counts';
import { ADMIN_PAYMENT_COLUMNS, type ListedPayment, toAdminPayment } from './admin-payment';
import { isAfter, ORDER, type Position, positionOf } from './position';
import { matchesSearch } from './search';

export interface PaymentBatch {
  payments: ListedPayment[];
  /** Where the next batch begins; null after the last one. */
  next: Position | null;
}

/**
 * Payments that match, newest first, `limit` at a time. Found by index whatever the filters are, so
 * that a batch costs the same among a thousand payments and among a million.
 */
export async function listMatching(
  db: Queryable,
  filters: PaymentFilters,
  after: Position | null,
  limit: number,
): Promise<PaymentBatch> {
  // One more than wanted tells whether there is a next batch.
  const ids = newestIds(filters, after, limit + 1);
  const rows = await db
    .select({ ...ADMIN_PAYMENT_COLUMNS, position: positionOf })
    .from(payments)
    .where(inArray(payments.id, ids))
    .orderBy(...ORDER);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    payments: page.map(toAdminPayment),
    next: rows.length > limit && last ? { at: last.position, id: last.id } : null,
  };
}

/** Whether a kind of payment passes the filters by method, state and attempt. */
export const passesFilters =
  ({ provider, status, attempt }: PaymentFilters) =>
  (kind: Omit<SegmentParts, 'segment'>): boolean =>
    (provider === undefined || provider === kind.method) &&
    (status === undefined || status === kind.status) &&
    (attempt === undefined ||
      (kind.status === 'pending' && (attempt === 'attempted') === kind.isAttempted));

/** The filters as a condition on `payments`. */
export function matchesFilters(filters: PaymentFilters): SQL | undefined {
  const segments = segmentsOf(filters);
  return and(
    segments.length < PAYMENT_SEGMENTS.length ? inArray(payments.segment, segments) : undefined,
    isWithin(periodOf(filters)),
    filters.search ? matchesSearch(filters.search) : undefined,
    filters.look ? needsALook : undefined,
  );
}

const needsALook = sql`${payments.id} in (
  select ${paymentFlags.paymentId} from ${paymentFlags} where ${paymentFlags.resolvedAt} is null
)`;

const segmentsOf = (filters: PaymentFilters): PaymentSegment[] =>
  PAYMENT_SEGMENTS.filter(passesFilters(filters)).map(({ segment }) => segment);

export const periodOf = ({ from, to }: PaymentFilters): Period => ({
  from: from === undefined ? undefined : new Date(from),
  to: to === undefined ? undefined : new Date(to),
});

const isWithin = ({ from, to }: Period): SQL | undefined =>
  and(from && gte(payments.createdAt, from), to && lt(payments.createdAt, to));

function newestIds(filters: PaymentFilters, after: Position | null, limit: number): SQL {
  const segments = segmentsOf(filters);
  const isOneList = segments.length === PAYMENT_SEGMENTS.length || filters.search || filters.look;
  const place = and(isWithin(periodOf(filters)), after ? isAfter(after) : undefined);
  if (isOneList) {
    const where = and(matchesFilters(filters), after ? isAfter(after) : undefined) ?? sql`true`;
    return sql`(select id from ${payments} where ${where} order by ${newestFirst} limit ${limit})`;
  }
  // The newest of each kind, then the newest of those: a few short walks along one index, where a
  // filter could make the database walk past any number of other payments.
  return sql`(
    select newest.id from unnest(${sql.param(segments)}::text[]) as wanted
    cross join lateral (
      select id, created_at from ${payments}
      where ${and(sql`${payments.segment} = wanted`, place)}
      order by ${newestFirst} limit ${limit}
    ) as newest
    order by newest.created_at desc, newest.id desc limit ${limit}
  )`;
}

const newestFirst = sql.join([...ORDER], sql`, `);
