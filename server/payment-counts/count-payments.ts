import { and, eq, gte, lt, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Queryable } from '#server/db/client';
import { PAYMENT_SEGMENTS, type SegmentParts } from '#shared/domain/payment';
import type { Currency } from '#shared/domain/pricing';
import { paymentCountChanges, paymentCounts, payments } from '#shared/schema';
import { type Period, tilePeriod } from './tile-period';

/** Number of payments in one segment. */
export interface PaymentCount extends SegmentParts {
  currency: Currency;
  payments: number;
  /** In minor units of the currency. */
  amount: number;
  votes: number;
  /** The amount minus the price of the votes; must be 0. */
  excess: number;
}

/**
 * Counts the payments created in a period, by segment, exactly and at a cost that does not grow
 * with them: whole days and hours come from the counters, and only the rest of the first and last
 * hour is counted.
 */
export async function countPayments(db: Queryable, period: Period = {}): Promise<PaymentCount[]> {
  const { days, hours, remainders } = tilePeriod(period);
  // A single statement, so that a change that is rolled up at the same time is counted exactly
  // once.
  const parts = [
    ...(days ? counted('day', days) : []),
    ...hours.flatMap((part) => counted('hour', part)),
    ...remainders.map(uncounted),
  ];
  if (parts.length === 0) return [];
  const { rows } = await db.execute<CountRow>(sql`
    select segment, currency, sum(payments)::int as payments, sum(amount)::float8 as amount,
      sum(votes)::float8 as votes, sum(excess)::float8 as excess
    from (${sql.join(parts, sql` union all `)}) as part
    group by segment, currency having sum(payments) <> 0`);
  return PAYMENT_SEGMENTS.flatMap((parts) =>
    rows.filter(({ segment }) => segment === parts.segment).map((row) => ({ ...row, ...parts })),
  );
}

type CountRow = Record<string, unknown> & Omit<PaymentCount, 'method' | 'status' | 'isAttempted'>;

/** Reads both the counters of whole days or hours, and the changes not rolled up yet. */
function counted(unit: 'day' | 'hour', period: Period): SQL[] {
  const { grain, startsAt } = paymentCounts;
  const ofGrain = and(eq(grain, unit), within(startsAt, period));
  return [
    sql`select segment, currency, payments, amount, votes, excess from ${paymentCounts} where ${ofGrain}`,
    sql`select segment, currency, payments, amount, votes, excess from ${paymentCountChanges}
      where ${within(paymentCountChanges.hour, period) ?? sql`true`}`,
  ];
}

const uncounted = (period: Period): SQL => sql`
  select segment, currency, 1 as payments, amount, total_votes as votes,
    payment_excess(${payments}) as excess
  from ${payments}
  where ${within(payments.createdAt, period)}`;

/**
 * Counts the people whose payments of a period are completed: by phone number, else by e-mail
 * address, else by browser. A payment whose details are erased counts as one person.
 */
export function countVoters(db: Queryable, period: Period): Promise<number> {
  const person = sql<string>`coalesce(${payments.phoneHash}, lower(${payments.voterEmail}),
    ${payments.deviceHash}, ${payments.id}::text)`;
  const people = db
    .selectDistinct({ person: person.as('person') })
    .from(payments)
    .where(and(eq(payments.status, 'completed'), within(payments.createdAt, period)));
  return db.$count(people.as('people'));
}

const within = (column: PgColumn, { from, to }: Period): SQL | undefined =>
  and(from && gte(column, from), to && lt(column, to));
