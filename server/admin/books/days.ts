import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '#server/db/client';
import type { BookLine } from '#shared/contracts/books';
import { INITIAL_VOTE_PRICES } from '#shared/domain/pricing';
import { payments, paymentVotes, returnedMoney } from '#shared/schema';

/** Days in the event's time zone. */
export interface DayRange {
  timezone: string;
  /** `YYYY-MM-DD` */
  from: string;
  /** Exclusive. */
  until: string;
}

export const nextDay = (day: string): string =>
  new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);

/** Start of a day of the event. */
export const startOf = (day: string, timezone: string): SQL =>
  sql`${day}::date::timestamp at time zone ${timezone}::text`;

/** Price of one vote; payments from before prices were stored use the fixed prices of that time. */
const priceAsked = sql`coalesce(${payments.votePrice}, case ${payments.currency}
  when 'XAF' then ${INITIAL_VOTE_PRICES['mobile-money'].amountMinor}::int
  else ${INITIAL_VOTE_PRICES.card.amountMinor}::int end)`;

/**
 * Returns the money taken and the votes bought on each day, by time of completion. Counted from the
 * payments and their vote lines, so that it also verifies the counters.
 */
export async function readDays(
  db: Queryable,
  range: DayRange,
): Promise<(BookLine & { day: string })[]> {
  const day = sql`to_char(completed_at at time zone ${range.timezone}::text, 'YYYY-MM-DD')`;
  const sums = await readSums(db, range, day, sql`key desc, currency desc`);
  return sums.map(({ key, ...line }) => ({ day: key, ...line }));
}

/** Returns the same over all these days, by provider. */
export async function readProviders(
  db: Queryable,
  range: DayRange,
): Promise<(BookLine & { provider: string })[]> {
  const sums = await readSums(db, range, sql`provider`, sql`key, currency desc`);
  return sums.map(({ key, ...line }) => ({ provider: key, ...line }));
}

type Sum = BookLine & { key: string };

async function readSums(
  db: Queryable,
  { timezone, from, until }: DayRange,
  key: SQL,
  order: SQL,
): Promise<Sum[]> {
  const { rows } = await db.execute<Sum & Record<string, unknown>>(sql`
    with paid as (
      select ${key} as key, currency, amount::bigint, status, failure_reason,
        ${priceAsked} as price,
        (select coalesce(sum(vote_count), 0) from ${paymentVotes}
          where payment_id = ${payments.id}) as votes,
        (select coalesce(sum(back.amount), 0) from ${returnedMoney} as back
          where back.payment_id = payments.id and back.kind = 'in-part') as returned
      from ${payments}
      where completed_at >= ${startOf(from, timezone)}
        and completed_at < ${startOf(until, timezone)}
    ), summed as (
      select key, currency, count(*) as payments, sum(amount) as taken,
        coalesce(sum(amount) filter (where ${isDisputed}), 0) as disputed,
        coalesce(sum(amount) filter (where status <> 'completed' and not ${isDisputed}), 0)
          as refunded,
        coalesce(sum(returned) filter (where status = 'completed'), 0) as "partlyReturned",
        coalesce(sum(votes) filter (where status = 'completed'), 0) as votes,
        coalesce(sum(votes * price) filter (where status = 'completed'), 0) as asked
      from paid group by key, currency
    )
    select key, currency, payments::float8, taken::float8,
      refunded::float8, disputed::float8, "partlyReturned"::float8, votes::float8, asked::float8,
      (taken - refunded - disputed - asked)::float8 as difference
    from summed order by ${order}`);
  return rows;
}

const isDisputed = sql`(status <> 'completed' and failure_reason = 'disputed')`;
