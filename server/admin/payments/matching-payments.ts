import { and, gte, inArray, lt, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '#server/db/client';
import { commonPeriod, type Period } from '#server/payment-counts/index';
import { isAfter, orderBy, type Position } from '#server/payments/index';
import { type Edition, type Lifetime, lifetimeOf } from '#server/settings/index';
import type { PaymentFilters } from '#shared/contracts/admin-payments';
import {
  type FailureReason,
  PAYMENT_SEGMENTS,
  type PaymentOrder,
  type PaymentSegment,
  type SegmentParts,
} from '#shared/domain/payment';
import { paymentEvents, paymentFlags, payments, refunds, returnedMoney } from '#shared/schema';
import { isDecline, type ListedPayment, listedPayments } from './admin-payment';
import { searchFor } from './search';

/** Filters of the list within one edition. */
export interface EditionFilters extends PaymentFilters {
  edition: Edition;
}

type KindFilters = PaymentFilters & { edition: Lifetime };

export interface PaymentBatch {
  payments: ListedPayment[];
  /** Start of the next batch; null after the last one. */
  next: Position | null;
}

export interface Batch {
  order: PaymentOrder;
  after: Position | null;
  limit: number;
}

/**
 * Returns matching payments, `limit` at a time. Always uses an index whatever the filters, so that
 * a batch costs the same among a thousand payments and among a million.
 */
export async function listMatching(
  db: Queryable,
  filters: EditionFilters,
  { order, after, limit }: Batch,
): Promise<PaymentBatch> {
  // One more than requested, which shows whether there is a next batch.
  const batch = { order, after, limit: limit + 1 };
  const ids = firstIds(filters, await meaningsOf(db, filters), batch);
  const rows = await listedPayments(db, inArray(payments.id, ids), order);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    payments: page.map(({ payment }) => payment),
    next: rows.length > limit && last ? { at: last.at, id: last.payment.id } : null,
  };
}

/** True when a segment passes the filters by method, state and attempt. */
export const passesFilters =
  ({ provider, status, attempt }: PaymentFilters) =>
  (kind: Omit<SegmentParts, 'segment'>): boolean =>
    (provider === undefined || provider === kind.method) &&
    (status === undefined || status === kind.status) &&
    (attempt === undefined ||
      (kind.status === 'pending' && (attempt === 'attempted') === kind.isAttempted));

/**
 * Returns the search and preset filters as conditions on `payments`, of which one must hold: each
 * uses a separate index, which a combined condition could not. Empty means everything.
 */
export async function meaningsOf(db: Queryable, { search, look }: PaymentFilters): Promise<SQL[]> {
  const presets = look === undefined ? [] : PRESETS[look];
  if (!search) return presets;
  const meanings = await searchFor(db, search);
  const isInPreset = presets.length > 0 ? sql`(${sql.join(presets, sql` or `)})` : undefined;
  return meanings.map((meaning) => and(meaning, isInPreset) ?? meaning);
}

const isIn = (ids: SQL): SQL => sql`${payments.id} in (${ids})`;

/** Failure reasons of card payments that do not come from a bank. */
const NON_BANK_REASONS: FailureReason[] = [
  'expired',
  'unavailable',
  'after-closing',
  'refunded',
  'disputed',
];
// Without coalesce, the database expects next to no rows, and reads and sorts the whole segment.
const declinedAsFailed = (segment: PaymentSegment): SQL =>
  sql`${payments.segment} = ${segment} and not coalesce(${payments.failureReason}, '') = any(${sql.param(NON_BANK_REASONS)}::text[])`;

const PRESETS: Record<NonNullable<PaymentFilters['look']>, SQL[]> = {
  needed: [
    isIn(sql`select ${paymentFlags.paymentId} from ${paymentFlags}
      where ${paymentFlags.resolvedAt} is null`),
  ],
  refunds: [
    sql`${payments.status} = 'failed' and ${payments.completedAt} is not null`,
    isIn(sql`select ${refunds.paymentId} from ${refunds}`),
    isIn(sql`select ${returnedMoney.paymentId} from ${returnedMoney}`),
  ],
  declined: [
    declinedAsFailed('card failed'),
    declinedAsFailed('card failed attempted'),
    sql`${payments.segment} in ('card pending', 'card pending attempted') and ${isIn(
      sql`select ${paymentEvents.paymentId} from ${paymentEvents} where ${isDecline}`,
    )}`,
  ],
};

const segmentsOf = (filters: PaymentFilters): PaymentSegment[] =>
  PAYMENT_SEGMENTS.filter(passesFilters(filters)).map(({ segment }) => segment);

/** The period of the filters within the edition: its bounds keep others out of every index scan. */
export const periodOf = ({ edition, from, to }: KindFilters): Period =>
  commonPeriod(
    {
      from: from === undefined ? undefined : new Date(from),
      to: to === undefined ? undefined : new Date(to),
    },
    lifetimeOf(edition),
  );

const isWithin = ({ from, to }: Period): SQL | undefined =>
  and(from && gte(payments.createdAt, from), to && lt(payments.createdAt, to));

/** Combines the filters by method, state, attempt, time and edition to a condition on `payments`. */
export function isOfKind(filters: KindFilters): SQL | undefined {
  const segments = segmentsOf(filters);
  return and(
    segments.length < PAYMENT_SEGMENTS.length ? inArray(payments.segment, segments) : undefined,
    isWithin(periodOf(filters)),
  );
}

/**
 * Returns a query of the ids of a batch.
 * @param meanings of a search or preset filter, of which one must hold; empty means everything
 */
export function firstIds(
  filters: EditionFilters,
  meanings: SQL[],
  { order, after, limit }: Batch,
): SQL {
  const segments = segmentsOf(filters);
  const isAfterCursor = after ? isAfter(after, order) : undefined;
  const ordered = orderBy(order);
  // Takes the first rows of each segment or condition, then the first of all those: a few short
  // index scans each, whereas one combined condition could make the database scan any number of
  // other payments.
  const firstOfAll = (found: SQL) =>
    sql`(select id from (${found}) as ${payments} order by ${ordered} limit ${limit})`;
  if (meanings.length === 0 && segments.length < PAYMENT_SEGMENTS.length) {
    const isInRange = and(isWithin(periodOf(filters)), isAfterCursor);
    return firstOfAll(sql`
      select first.* from unnest(${sql.param(segments)}::text[]) as wanted
      cross join lateral (
        select id, created_at from ${payments}
        where ${and(sql`${payments.segment} = wanted`, isInRange)}
        order by ${ordered} limit ${limit}
      ) as first`);
  }
  const matchesFilters = and(isOfKind(filters), isAfterCursor);
  const lists = (meanings.length > 0 ? meanings : [undefined]).map(
    (meaning) => sql`(
      select id, created_at from ${payments} where ${and(matchesFilters, meaning) ?? sql`true`}
      order by ${ordered} limit ${limit}
    )`,
  );
  return firstOfAll(sql.join(lists, sql` union `));
}
