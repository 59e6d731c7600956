import { sql } from 'drizzle-orm';
import type { Queryable } from '#server/db/client';
import { readEditions } from '#server/settings/index';
import type { AdminEdition } from '#shared/contracts/editions';
import { artists, categories, nominations, nominationTotals } from '#shared/schema';

interface Counts extends Record<string, unknown> {
  edition: number;
  categories: number;
  nominees: number;
  votes: number;
}

/** Returns all editions, the latest year first. */
export async function listEditions(db: Queryable): Promise<AdminEdition[]> {
  const found = await readEditions(db);
  const { rows } = await db.execute<Counts>(sql`
    select ${categories.editionId} as edition,
      count(distinct ${categories.id}) filter (where ${categories.isActive})::int as categories,
      count(${nominations.id}) filter (
        where ${categories.isActive} and ${nominations.withdrawnAt} is null and ${artists.isActive}
      )::int as nominees,
      coalesce(sum(${nominationTotals.votes}), 0)::float8 as votes
    from ${categories}
    left join ${nominations} on ${nominations.categoryId} = ${categories.id}
    left join ${artists} on ${artists.id} = ${nominations.artistId}
    left join ${nominationTotals} on ${nominationTotals.nominationId} = ${nominations.id}
    group by ${categories.editionId}`);
  const countsOf = new Map(rows.map((row) => [row.edition, row]));
  return found
    .map(({ id, state, settings, begunAt, endedAt, resultsPublishedAt }) => ({
      year: settings.year,
      name: settings.name,
      nameFr: settings.nameFr,
      state,
      categories: countsOf.get(id)?.categories ?? 0,
      nominees: countsOf.get(id)?.nominees ?? 0,
      votes: countsOf.get(id)?.votes ?? 0,
      begunAt: begunAt?.toISOString() ?? null,
      endedAt: endedAt?.toISOString() ?? null,
      resultsPublishedAt: resultsPublishedAt?.toISOString() ?? null,
    }))
    .sort((one, other) => (one.year < other.year ? 1 : -1));
}
