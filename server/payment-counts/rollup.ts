import { sql } from 'drizzle-orm';
import type { Database } from '#server/db/client';
import type { Logger } from '#server/platform/logger';
import { startWorker } from '#server/platform/worker';
import type { Registry } from '#server/room';
import { paymentCountChanges, paymentCounts } from '#shared/schema';

const EVERY_MS = 30_000;

/** Rolls up changes in every process, so that reads never have many to add up. */
export function registerPaymentCounts(
  { worker }: Registry,
  { db, logger }: { db: Database; logger: Logger },
): void {
  worker('payment counts', () =>
    startWorker({
      round: () => rollUpPaymentCounts(db),
      pauseMs: () => EVERY_MS,
      onError: (err) => logger.error({ err }, 'payment counts could not be rolled up'),
    }),
  );
}

/** Changes per transaction, so that no transaction takes long. */
const BATCH = 20_000;
/** Arbitrary constant: one process rolls up, the others skip it. */
const ROLLUP_LOCK = 7_140_230;

/**
 * Adds the changes since the last rollup to the counters. No request waits for it: the counts read
 * are the same before, during and after it.
 */
export async function rollUpPaymentCounts(db: Database): Promise<void> {
  while ((await foldBatch(db)) === BATCH);
}

function foldBatch(db: Database): Promise<number> {
  return db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ mine: boolean }>(
      sql`select pg_try_advisory_xact_lock(${ROLLUP_LOCK}) as mine`,
    );
    if (!rows[0]?.mine) return 0;
    // Oldest first: a payment leaves a counter only after it has entered it.
    const { rows: folded } = await tx.execute<{ changes: number }>(sql`
      with oldest as (
        select id from ${paymentCountChanges} order by id limit ${BATCH}
      ), moved as (
        delete from ${paymentCountChanges} where id in (select id from oldest) returning *
      ), counted as (
        insert into ${paymentCounts} (
          grain, starts_at, segment, currency, payments, amount, votes, excess
        )
        select grain, date_trunc(grain, hour, 'UTC'), segment, currency,
          sum(payments), sum(amount), sum(votes), sum(excess)
        from moved, unnest(array['hour', 'day']) as grain
        group by 1, 2, 3, 4
        on conflict (grain, starts_at, segment, currency) do update set
          payments = payment_counts.payments + excluded.payments,
          amount = payment_counts.amount + excluded.amount,
          votes = payment_counts.votes + excluded.votes,
          excess = payment_counts.excess + excluded.excess
      )
      select count(*)::int as changes from moved`);
    return folded[0]?.changes ?? 0;
  });
}
