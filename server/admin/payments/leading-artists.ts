import { sql } from 'drizzle-orm';
import { CATEGORY_ORDER } from '#server/catalog/index';
import type { Database } from '#server/db/client';
import { isStanding, standing } from '#server/db/standing';
import type { Edition } from '#server/settings/index';
import type { Analytics, Leaders } from '#shared/contracts/admin-payments';
import { artists, categories, nominations, nominationTotals } from '#shared/schema';

const OVERALL = 10;
const PER_CATEGORY = 5;

type Leading = Pick<Analytics, 'activeCategories' | 'topArtists' | 'topByCategory'>;

/**
 * Returns the artists with most votes in an edition, overall and by category; omits those without
 * votes.
 */
export async function leadingArtists(db: Database, edition: Edition): Promise<Leading> {
  const [topArtists, topByCategory] = await Promise.all([
    overall(db, edition),
    leadersByCategory(db, edition, PER_CATEGORY),
  ]);
  return {
    activeCategories: topByCategory.filter((category) => category.artists.length > 0).length,
    topArtists,
    topByCategory,
  };
}

/** Votes of withdrawn nominations still belong to the artist. */
async function overall(db: Database, edition: Edition): Promise<Leading['topArtists']> {
  const { rows } = await db.execute<{ id: string; name: string; votes: number }>(sql`
    select ${artists.id} as id, ${artists.name} as name, sum(${nominationTotals.votes})::int as votes
    from ${nominationTotals}
    join ${nominations} on ${nominations.id} = ${nominationTotals.nominationId}
    join ${categories} on ${categories.id} = ${nominations.categoryId}
      and ${categories.editionId} = ${edition.id}
    join ${nominations} as standing on ${isStanding}
    join ${artists} on ${artists.id} = ${standing.artistId} and ${artists.isActive}
    group by ${artists.id} having sum(${nominationTotals.votes}) > 0
    order by votes desc, name, id limit ${OVERALL}`);
  return rows;
}

/** Returns the given number of leaders by category of an edition; omits those without votes. */
export async function leadersByCategory(
  db: Database,
  edition: Edition,
  perCategory: number,
): Promise<Leaders> {
  const { rows } = await db.execute<Leaders[number]>(sql`
    with counted as (
      select ${standing.categoryId} as category_id, ${artists.id} as id,
        ${artists.name} as name, sum(${nominationTotals.votes})::int as votes
      from ${nominationTotals}
      join ${nominations} on ${nominations.id} = ${nominationTotals.nominationId}
      join ${nominations} as standing on ${isStanding} and ${standing.withdrawnAt} is null
      join ${artists} on ${artists.id} = ${standing.artistId} and ${artists.isActive}
      where ${nominationTotals.votes} > 0
      group by ${standing.id}, ${artists.id}
    ), ranked as (
      select *, row_number() over (partition by category_id order by votes desc, name, id) as place
      from counted
    )
    select ${categories.id} as "categoryId", ${categories.name} as name,
      ${categories.nameFr} as "nameFr",
      coalesce(
        json_agg(json_build_object('id', ranked.id, 'name', ranked.name, 'votes', ranked.votes)
          order by ranked.place) filter (where ranked.id is not null),
        '[]') as artists
    from ${categories}
    left join ranked on ranked.category_id = ${categories.id} and ranked.place <= ${perCategory}
    where ${categories.isActive} and ${categories.editionId} = ${edition.id}
    group by ${categories.id} order by ${sql.join(CATEGORY_ORDER, sql`, `)}`);
  return rows;
}
