import { and, desc, eq, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '#server/db/client';
import { archivePath } from '#shared/domain/editions';
import { artists, categories, editionArtists, editions, nominations } from '#shared/schema';

/** Condition on joined `editions` and `categories`: the archive of the edition shows the category. */
const isArchived = and(
  eq(editions.state, 'archived'),
  eq(categories.isActive, true),
  eq(categories.isHidden, false),
);

async function pathWhere(db: Queryable, condition: SQL | undefined): Promise<string | null> {
  const [found] = await db
    .select({ year: editions.year, categoryId: categories.id })
    .from(categories)
    .innerJoin(editions, eq(editions.id, categories.editionId))
    .leftJoin(nominations, eq(nominations.categoryId, categories.id))
    .where(and(isArchived, condition))
    .orderBy(desc(editions.endedAt), nominations.position)
    .limit(1);
  return found?.year ? archivePath(found.year, found.categoryId) : null;
}

/** Returns the page of a category in the archive of its edition; null when there is none. */
export const archivedCategoryPath = (db: Queryable, id: string): Promise<string | null> =>
  pathWhere(db, eq(categories.id, id));

/** Same for the category of a nomination's share link. */
export const archivedSharePath = (db: Queryable, link: string): Promise<string | null> =>
  pathWhere(db, eq(nominations.shareableLink, link));

/** Same for the first category that nominated an artist, or one merged into it, most recently. */
export const archivedArtistPath = (db: Queryable, artistId: string): Promise<string | null> =>
  pathWhere(
    db,
    and(
      isNull(nominations.withdrawnAt),
      sql`exists (select from ${editionArtists}
        where ${editionArtists.editionId} = ${editions.id}
          and ${editionArtists.artistId} = ${nominations.artistId})`,
      or(
        eq(nominations.artistId, artistId),
        sql`${nominations.artistId} in (
          select ${artists.id} from ${artists} where ${artists.mergedInto} = ${artistId}
        )`,
      ),
    ),
  );
