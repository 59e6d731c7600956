import { setTimeout as delay } from 'node:timers/promises';
import { type SQL, sql } from 'drizzle-orm';
import { advisoryLock } from '#server/db/advisory-lock';
import type { Database, Transaction } from '#server/db/client';
import { castFor } from '#server/db/standing';
import type { VisibleResults } from '#shared/domain/results';
import {
  categories,
  nominations,
  nominationTotals,
  payments,
  paymentVotes,
  sealedTotals,
} from '#shared/schema';

/** Results as administrators see them, whatever is public. */
export const ALL_RESULTS: VisibleResults = { shows: 'live', since: null };

/**
 * Votes that count for a nomination, in a query that reads `nominations`; null where they are
 * hidden.
 */
export const votesOfNomination = (shown: VisibleResults): SQL<number | null> => {
  const totals = totalsOf(shown);
  return totals === null
    ? sql`null::int`
    : sql<number>`coalesce((
        select sum(votes) from ${totals} as totals
        where nomination_id = any(${castFor(nominations.id)})
      ), 0)::int`;
};

/**
 * All votes of the artist whose id is `artistId` in an edition; those of withdrawn nominations count.
 */
export const votesOfArtist = (
  artistId: SQL,
  edition: number,
  shown: VisibleResults,
): SQL<number | null> => {
  const totals = totalsOf(shown);
  return totals === null
    ? sql`null::int`
    : sql<number>`coalesce((
        select sum(totals.votes) from ${nominations} as own
        join ${categories} as at on at.id = own.category_id and at.edition_id = ${edition}
        join ${totals} as totals on totals.nomination_id = any(${castFor(sql`own.id`)})
        where own.artist_id = ${artistId} and own.merged_into is null
      ), 0)::float8`;
};

/** Hidden votes are not even read, so that no response, nor its timing, can depend on them. */
function totalsOf({ shows, since }: VisibleResults): SQL | null {
  if (shows === 'live') return sql`${nominationTotals}`;
  if (shows !== 'sealed') return null;
  return sql`(
    select nomination_id, votes from ${sealedTotals} where sealed_at = ${since.toISOString()}::timestamptz
  )`;
}

/** How long a response waits for the sealed totals, in ms; later responses do not wait. */
const MAX_WAIT_MS = 2_000;
const POLL_MS = 50;

const HIDDEN_RESULTS: VisibleResults = { shows: 'hidden', since: null };

type SealState = 'future' | 'in progress' | 'sealed';

/** Makes sure that the totals of a seal are stored once, before they are shown. */
export class SealedTotals {
  readonly #db: Database;
  readonly #sealing = new Map<string, Promise<SealState>>();
  /** End of the wait for each seal, by the monotonic clock, in ms. */
  readonly #waitedUntil = new Map<string, number>();

  constructor(db: Database) {
    this.#db = db;
  }

  /**
   * @returns what may be shown: everything, while by the database's clock the seal has not started;
   *   nothing, while a payment that began to count before the seal may still be in progress
   */
  async settle(shown: VisibleResults): Promise<VisibleResults> {
    if (shown.shows !== 'sealed') return shown;
    const at = shown.since.toISOString();
    const sealing = this.#sealing.get(at) ?? this.#seal(at);
    this.#sealing.set(at, sealing);
    try {
      const state = await sealing;
      if (state !== 'sealed') this.#sealing.delete(at);
      return { sealed: shown, 'in progress': HIDDEN_RESULTS, future: ALL_RESULTS }[state];
    } catch (error) {
      this.#sealing.delete(at);
      throw error;
    }
  }

  async #seal(at: string): Promise<SealState> {
    for (;;) {
      const state = await sealTotals(this.#db, at);
      if (state !== 'in progress') return state;
      const until = this.#waitedUntil.get(at) ?? performance.now() + MAX_WAIT_MS;
      this.#waitedUntil.set(at, until);
      if (performance.now() >= until) return state;
      await delay(POLL_MS);
    }
  }
}

/**
 * Stores the votes counted by a given time, once no more can be added. Includes those withdrawn
 * since then: what is shown no longer changes. A nomination added later has none.
 */
const sealTotals = (db: Database, at: string): Promise<SealState> =>
  db.transaction(async (tx) => {
    await advisoryLock(tx, 'sealed totals');
    const { rows } = await tx.execute<{ hasStarted: boolean }>(
      sql`select clock_timestamp() >= ${at}::timestamptz as "hasStarted"`,
    );
    if (!rows[0]?.hasStarted) return 'future';
    if ((await tx.$count(sealedTotals, sql`sealed_at = ${at}::timestamptz`)) > 0) return 'sealed';
    if (await hasOlderTransaction(tx, at)) return 'in progress';
    await tx.execute(sql`
      insert into ${sealedTotals} (sealed_at, nomination_id, votes)
      select ${at}::timestamptz, ${nominations.id}, coalesce(counted.votes, 0)
      from ${nominations}
      left join (
        select ${paymentVotes.nominationId} as nomination_id, sum(${paymentVotes.voteCount}) as votes
        from ${payments} join ${paymentVotes} on ${paymentVotes.paymentId} = ${payments.id}
        where ${payments.completedAt} <= ${at}::timestamptz
          and (${payments.status} = 'completed' or ${payments.settledAt} > ${at}::timestamptz)
        group by 1
      ) as counted on counted.nomination_id = ${nominations.id}`);
    return 'sealed';
  });

/**
 * True when a transaction may be in progress that began at or before that time: a payment is dated
 * by the start of its transaction, also in the open count. A transaction that has written nothing
 * in a minute only reads, such as a backup: ours write at once, or wait no longer than the server's
 * limits. The extra second covers one that PostgreSQL has dated but not listed yet.
 */
async function hasOlderTransaction(tx: Transaction, at: string): Promise<boolean> {
  const { rows } = await tx.execute<{ isOlder: boolean }>(sql`
    select clock_timestamp() < ${at}::timestamptz + interval '1 second' or exists (
      select from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()
        and backend_type = 'client backend' and xact_start <= ${at}::timestamptz
        and (backend_xid is not null or xact_start > statement_timestamp() - interval '1 minute')
    ) as "isOlder"`);
  return rows[0]?.isOlder !== false;
}
