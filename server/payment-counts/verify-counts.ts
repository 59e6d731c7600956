import { sql } from 'drizzle-orm';
import type { Queryable } from '#server/db/client';
import { paymentCountChanges, paymentCounts, payments } from '#shared/schema';

interface CountDifference {
  grain: string;
  startsAt: string;
  segment: string;
  currency: string;
}

/** Recounts all payments; an empty list means that the counters and their changes are correct. */
export async function verifyPaymentCounts(db: Queryable): Promise<CountDifference[]> {
  const { rows } = await db.execute<Record<string, unknown> & CountDifference>(sql`
    select grain, starts_at::text as "startsAt", segment, currency
    from (
      select grain, starts_at, segment, currency, payments, amount, votes, excess
      from ${paymentCounts}
      union all
      select grain, date_trunc(grain, hour, 'UTC'), segment, currency, payments, amount, votes,
        excess
      from ${paymentCountChanges}, unnest(array['hour', 'day']) as grain
      union all
      select grain, date_trunc(grain, created_at, 'UTC'), segment, currency,
        -1, -amount::bigint, -total_votes::bigint, -payment_excess(${payments})
      from ${payments}, unnest(array['hour', 'day']) as grain
    ) as entry
    group by 1, 2, 3, 4
    having (sum(payments), sum(amount), sum(votes), sum(excess)) is distinct from (0, 0, 0, 0)
    order by 1, 2, 3, 4`);
  return rows;
}
