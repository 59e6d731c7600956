import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '#server/db/client';
import type { Period } from '#server/payment-counts/index';
import { payments } from '#shared/schema';

const HOUR_MS = 3_600_000;
/** A day is divided into hours, an hour into parts of this length. */
const PART_MS = 300_000;

/** Half-open. */
export interface Span {
  from: Date;
  until: Date;
}

export interface DaySpan extends Span {
  /** `YYYY-MM-DD`; for an hour, its start. */
  day: string;
}

/** Days in a time zone. */
export interface DayRange {
  timezone: string;
  /** `YYYY-MM-DD` */
  from: string;
  /** Exclusive. */
  until: string;
}

/** Returns the days of a range from the first payment to the last one, oldest first. */
export async function daysWithPayments(
  db: Queryable,
  { timezone, from, until }: DayRange,
): Promise<DaySpan[]> {
  const local = (moment: 'first' | 'last') =>
    sql`(${sql.identifier(moment)} at time zone ${timezone}::text)::date`;
  return readSpans(
    db,
    sql`with bounds as (
      select
        least((select min(created_at) from ${payments}), (select min(completed_at) from ${payments}))
          as first,
        greatest((select max(created_at) from ${payments}), (select max(completed_at) from ${payments}))
          as last
    )
    select to_char(day, 'YYYY-MM-DD') as day, day at time zone ${timezone}::text as "from",
      (day + interval '1 day') at time zone ${timezone}::text as "until"
    from bounds, generate_series(
      greatest(${from}::date, ${local('first')})::timestamp,
      least(${until}::date - 1, ${local('last')})::timestamp, interval '1 day') as day
    -- Without a payment, least() and greatest() would ignore the unknown ends.
    where first is not null
    order by day`,
  );
}

/** @param query returns the columns `day`, `from` and `until` */
export async function readSpans(db: Queryable, query: SQL): Promise<DaySpan[]> {
  const { rows } = await db.execute<{ day: string; from: number; until: number }>(sql`
    select day, extract(epoch from "from")::float8 * 1000 as "from",
      extract(epoch from "until")::float8 * 1000 as "until" from (${query}) as span`);
  return rows.map(({ day, from, until }) => ({
    day,
    from: new Date(from),
    until: new Date(until),
  }));
}

const lengthOf = ({ from, until }: Span) => until.getTime() - from.getTime();

/** True for a day. */
export const isLong = (span: Span): boolean => lengthOf(span) > HOUR_MS;

/** True for a day or an hour. */
export const isDivisible = (span: Span): boolean => lengthOf(span) > PART_MS;

/**
 * Divides a day into hours, and an hour into parts; the last one is shorter where clocks change by
 * half an hour.
 */
export function partsOf(span: Span): Span[] {
  const step = isLong(span) ? HOUR_MS : PART_MS;
  const { from, until } = span;
  return Array.from({ length: Math.ceil(lengthOf(span) / step) }, (_part, index) => ({
    from: new Date(from.getTime() + index * step),
    until: new Date(Math.min(from.getTime() + (index + 1) * step, until.getTime())),
  }));
}

/**
 * Returns the parts of a span that are within a period, as long ones as possible, because these are
 * kept.
 */
export function cutTo(span: Span, { from, to }: Period): Span[] {
  const begin = Math.max(span.from.getTime(), from?.getTime() ?? Number.NEGATIVE_INFINITY);
  const end = Math.min(span.until.getTime(), to?.getTime() ?? Number.POSITIVE_INFINITY);
  if (begin >= end) return [];
  if (end - begin === lengthOf(span)) return [span];
  if (isDivisible(span)) return partsOf(span).flatMap((part) => cutTo(part, { from, to }));
  return [{ from: new Date(begin), until: new Date(end) }];
}

export const keyOf = ({ from, until }: Span): string => `${from.getTime()} ${until.getTime()}`;

/** The spans as a table `span` with the columns `place`, `from` and `until`. */
export const spanTable = (spans: readonly Span[]) => sql`unnest(
    ${sql.param(spans.map(({ from }) => from.toISOString()))}::timestamptz[],
    ${sql.param(spans.map(({ until }) => until.toISOString()))}::timestamptz[]
  ) with ordinality as span ("from", "until", place)`;
