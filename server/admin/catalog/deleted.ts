import { and, desc, eq, isNotNull, isNull, max, sql, sum } from 'drizzle-orm';
import { ALL_RESULTS, isWithin, votesOfArtist, votesOfNomination } from '#server/catalog/index';
import type { Database, Queryable } from '#server/db/client';
import { notFound } from '#server/errors';
import type { AdminArtistDetail, DeletedCatalog } from '#shared/contracts/admin-catalog';
import { adminActions, artists, categories, nominations, nominationTotals } from '#shared/schema';
import type { Editor } from './change-entry';
import { artistChanges } from './changes';

/**
 * Returns what administrators have deleted and can restore, with the votes that stay in the ledger.
 */
export async function listDeleted(db: Queryable, edition: number): Promise<DeletedCatalog> {
  const [deletedArtists, deletedCategories, withdrawn] = await Promise.all([
    listDeletedArtists(db, edition),
    listDeletedCategories(db, edition),
    listWithdrawn(db, edition),
  ]);
  return {
    artists: deletedArtists.map(withInstant),
    categories: deletedCategories.map(withInstant),
    nominations: withdrawn.map(withInstant),
  };
}

const withInstant = <Row extends { deletedAt: Date | null }>(row: Row) => ({
  ...row,
  deletedAt: row.deletedAt?.toISOString() ?? null,
});

const votes = sql`coalesce(${sum(nominationTotals.votes)}, 0)`.mapWith(Number);

/** Latest deletion of each entity. */
const deletions = (db: Queryable, entity: 'artist' | 'category') =>
  db
    .select({ entityId: adminActions.entityId, at: max(adminActions.at).as('deleted_at') })
    .from(adminActions)
    .where(and(eq(adminActions.entity, entity), eq(adminActions.action, `${entity}.delete`)))
    .groupBy(adminActions.entityId)
    .as('deletions');

function listDeletedArtists(db: Queryable, edition: number) {
  const deleted = deletions(db, 'artist');
  return db
    .select({
      id: artists.id,
      name: artists.name,
      photoUrl: artists.photoUrl,
      voteCount: votesOfArtist(sql`${artists.id}`, edition, ALL_RESULTS).mapWith(Number),
      deletedAt: deleted.at,
    })
    .from(artists)
    .leftJoin(deleted, sql`${deleted.entityId} = ${artists.id}::text`)
    .where(and(eq(artists.isActive, false), isNull(artists.mergedInto)))
    .orderBy(sql`${deleted.at} desc nulls last`, artists.name, artists.id);
}

function listDeletedCategories(db: Queryable, edition: number) {
  const deleted = deletions(db, 'category');
  return db
    .select({
      id: categories.id,
      name: categories.name,
      nameFr: categories.nameFr,
      voteCount: votes,
      deletedAt: deleted.at,
    })
    .from(categories)
    .leftJoin(nominations, eq(nominations.categoryId, categories.id))
    .leftJoin(nominationTotals, eq(nominationTotals.nominationId, nominations.id))
    .leftJoin(deleted, sql`${deleted.entityId} = ${categories.id}::text`)
    .where(and(eq(categories.editionId, edition), eq(categories.isActive, false)))
    .groupBy(categories.id, deleted.at)
    .orderBy(sql`${deleted.at} desc nulls last`, categories.name, categories.id);
}

const listWithdrawn = (db: Queryable, edition: number) =>
  db
    .select({
      id: nominations.id,
      artistName: artists.name,
      categoryName: categories.name,
      categoryNameFr: categories.nameFr,
      voteCount: votesOfNomination(ALL_RESULTS).mapWith(Number),
      deletedAt: nominations.withdrawnAt,
    })
    .from(nominations)
    .innerJoin(artists, and(eq(artists.id, nominations.artistId), artists.isActive))
    .innerJoin(
      categories,
      and(eq(categories.id, nominations.categoryId), isWithin({ edition, sees: 'active' })),
    )
    .where(isNotNull(nominations.withdrawnAt))
    .orderBy(desc(nominations.withdrawnAt), artists.name, nominations.id);

/**
 * Restores a withdrawn nomination as the last one of its artist, with its votes, link and texts.
 * Increments the artist's version, because saving a form that was open meanwhile would withdraw it
 * again.
 * @throws AppError 404 when there is none, or its artist or its category is deleted
 */
export async function restoreNomination(
  db: Database,
  { edition, adminId }: Editor,
  id: string,
): Promise<AdminArtistDetail> {
  const [found] = await db
    .select({ artistId: nominations.artistId, categoryId: nominations.categoryId })
    .from(nominations)
    .innerJoin(categories, eq(categories.id, nominations.categoryId))
    .where(and(eq(nominations.id, id), eq(categories.editionId, edition)));
  if (!found) throw notFound('nomination');
  const { artistId, categoryId } = found;
  return artistChanges.revise(db, { edition, adminId }, artistId, 'update', async (tx) => {
    const [category] = await tx
      .select({ isActive: categories.isActive })
      .from(categories)
      .where(eq(categories.id, categoryId))
      .for('share');
    if (!category?.isActive) throw notFound('category');
    const last = sql`(select max(other.position) + 1 from ${nominations} as other
      where other.artist_id = ${artistId} and other.withdrawn_at is null)`;
    const restored = await tx
      .update(nominations)
      .set({ withdrawnAt: null, position: sql`coalesce(${last}, 0)` })
      .where(
        and(
          eq(nominations.id, id),
          // A merge, or its undoing, may have given it to another one meanwhile.
          eq(nominations.artistId, artistId),
          isNotNull(nominations.withdrawnAt),
        ),
      )
      .returning({ id: nominations.id });
    if (restored.length === 0) return;
    await tx
      .update(artists)
      .set({ version: sql`${artists.version} + 1` })
      .where(eq(artists.id, artistId));
  });
}
