import { and, desc, eq, gt, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client';
import { isStanding, standing } from '#server/db/standing';
import { artists, categories, nominations, payments, paymentVotes } from '#shared/schema';

/** By design, the five artists with most votes of the last day, if they have at least ten. */
const TRENDING_ARTISTS = 5;
const TRENDING_MINIMUM = 10;
/** Cache time in ms: counting a day of votes is the one read that grows with traffic. */
const FRESH_FOR_MS = 30_000;

export interface Trend {
  trendingVotes: number;
  isTrending: boolean;
}

const NO_TREND: Trend = { trendingVotes: 0, isTrending: false };

/**
 * Caches the votes counted in the last 24 hours per artist of one edition, refreshed at most every 30
 * seconds.
 */
export class TrendingBoard {
  readonly #db: Database;
  #board: Promise<Map<string, Trend>> | null = null;
  #freshUntil = 0;
  /** Id of the edition whose votes were counted. */
  #edition = 0;

  constructor(db: Database) {
    this.#db = db;
  }

  async trends(edition: number): Promise<(artistId: string) => Trend> {
    const isOther = edition !== this.#edition;
    if (isOther || !this.#board || performance.now() >= this.#freshUntil) {
      this.#edition = edition;
      this.#freshUntil = performance.now() + FRESH_FOR_MS;
      this.#board = countLastDay(this.#db, edition);
      this.#board.catch(() => {
        this.#board = null; // The next reader tries again
      });
    }
    const board = await this.#board;
    return (artistId) => board.get(artistId) ?? NO_TREND;
  }
}

async function countLastDay(db: Database, edition: number): Promise<Map<string, Trend>> {
  const votes = sql`sum(${paymentVotes.voteCount})`.mapWith(Number);
  const rows = await db
    .select({ artistId: standing.artistId, votes })
    .from(payments)
    .innerJoin(paymentVotes, eq(paymentVotes.paymentId, payments.id))
    .innerJoin(nominations, eq(nominations.id, paymentVotes.nominationId))
    .innerJoin(standing, isStanding)
    .innerJoin(artists, eq(artists.id, standing.artistId))
    .innerJoin(categories, eq(categories.id, standing.categoryId))
    .where(
      and(
        eq(payments.status, 'completed'),
        eq(categories.editionId, edition),
        // A deleted artist must not take one of the five ranks.
        eq(artists.isActive, true),
        gt(payments.completedAt, sql`now() - interval '24 hours'`),
      ),
    )
    .groupBy(standing.artistId)
    .orderBy(desc(votes), standing.artistId);
  return new Map(
    rows.map((row, rank) => [
      row.artistId,
      {
        trendingVotes: row.votes,
        isTrending: rank < TRENDING_ARTISTS && row.votes >= TRENDING_MINIMUM,
      },
    ]),
  );
}
