import { type SQL, sql } from 'drizzle-orm';
import type { VisibleResults } from '#shared/domain/results';
import {
  nominations,
  nominationTotals,
  payments,
  paymentVotes,
  sealedTotals,
} from '#shared/schema';
import { advisoryLock } from '../db/advisory-lock';
import type { Database } from '../db/client';

/** What administrators see, whatever the public may. */
export const EVERYTHING: VisibleResults = { shows: 'live', since: null };

/** Votes of a nomination, in a query that reads `nominations`; null where they may not be known. */
export const votesOfNomination = (shown: VisibleResults): SQL<number | null> => {
  const totals = totalsOf(shown);
  return totals === null
    ? sql`null::int`
    : sql<number>`coalesce(
        (select votes from ${totals} as totals where nomination_id = ${nominations.id}), 0
      )`;
};

/** All votes of the artist with the id that `artistId` names; withdrawn nominations keep theirs. */
export const votesOfArtist = (artistId: SQL, shown: VisibleResults): SQL<number | null> => {
  const totals = totalsOf(shown);
  return totals === null
    ? sql`null::int`
    : sql<number>`coalesce((
        select sum(totals.votes) from ${nominations} as own
        join ${totals} as totals on totals.nomination_id = own.id
        where own.artist_id = ${artistId}
      ), 0)::float8`;
};

/** Hidden votes are not even read: no answer can depend on them, and no time that one takes. */
function totalsOf({ shows, since }: VisibleResults): SQL | null {
  if (shows === 'live') return sql`${nominationTotals}`;
  if (shows !== 'sealed') return null;
  return sql`(
    select nomination_id, votes from ${sealedTotals} where sealed_at = ${since.toISOString()}::timestamptz
  )`;
}

/** Sees to it that the totals of a moment are written down once, before anybody is shown them. */
export class SealedTotals {
  readonly #db: Database;
  readonly #written = new Map<string, Promise<boolean>>();

  constructor(db: Database) {
    this.#db = db;
  }

  /** @returns what may be shown: everything, while by the database's clock the moment is yet to come */
  async settle(shown: VisibleResults): Promise<VisibleResults> {
    if (shown.shows !== 'sealed') return shown;
    const at = shown.since.toISOString();
    const writing = this.#written.get(at) ?? sealTotals(this.#db, at);
    this.#written.set(at, writing);
    try {
      const isSealed = await writing;
      if (!isSealed) this.#written.delete(at);
      return isSealed ? shown : EVERYTHING;
    } catch (error) {
      this.#written.delete(at);
      throw error;
    }
  }
}

/**
 * Writes down the votes that were counted at a moment. Of those that were taken back since then, too:
 * what is shown changes no more. A nomination that comes later has none.
 * @returns false when the moment has not come
 */
const sealTotals = (db: Database, at: string): Promise<boolean> =>
  db.transaction(async (tx) => {
    await advisoryLock(tx, 'sealed totals');
    const { rows } = await tx.execute<{ hasCome: boolean }>(
      sql`select clock_timestamp() >= ${at}::timestamptz as "hasCome"`,
    );
    if (!rows[0]?.hasCome) return false;
    if ((await tx.$count(sealedTotals, sql`sealed_at = ${at}::timestamptz`)) > 0) return true;
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
    return true;
  });
