import { and, asc, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { Nomination, SharedNomination } from '#shared/contracts/catalog';
import { artists, categories, nominations, nominationTotals } from '#shared/schema';
import { notFound } from '../errors';
import { type CatalogDeps, findArtist, loadArtists } from './artists';
import { activeCategories, findCategory } from './categories';

/** What a nomination says instead of its artist's own texts. */
export const OWN_TEXTS = {
  nominationTitle: nominations.nominationTitle,
  nominationTitleFr: nominations.nominationTitleFr,
  nominationPhotoUrl: nominations.nominationPhotoUrl,
  nominationDescription: nominations.nominationDescription,
  nominationDescriptionFr: nominations.nominationDescriptionFr,
};

/** Votes counted for it; to be joined with its totals. */
export const voteCount = sql`coalesce(${nominationTotals.votes}, 0)`.mapWith(Number);

/** @throws AppError 404 when the category does not exist or was deleted */
export async function nominationsOfCategory(
  deps: CatalogDeps,
  categoryId: string,
): Promise<Nomination[]> {
  await findCategory(deps.db, categoryId);
  return listNominations(deps, eq(nominations.categoryId, categoryId));
}

/** @throws AppError 404 when the artist does not exist or was deleted */
export async function nominationsOfArtist(
  deps: CatalogDeps,
  artistId: string,
): Promise<Nomination[]> {
  await findArtist(deps, artistId);
  return listNominations(deps, eq(nominations.artistId, artistId));
}

/** @throws AppError 404 when the link is unknown, or its nomination, artist or category is gone */
export async function findSharedNomination(
  deps: CatalogDeps,
  link: string,
): Promise<SharedNomination> {
  const [nomination] = await listNominations(deps, eq(nominations.shareableLink, link));
  if (!nomination) throw notFound('shared nomination');
  const { category, artist } = nomination;
  return { categoryId: category.id, category, artist };
}

async function listNominations(deps: CatalogDeps, condition: SQL): Promise<Nomination[]> {
  const rows = await deps.db
    .select({
      id: nominations.id,
      artistId: nominations.artistId,
      categoryId: nominations.categoryId,
      voteCount,
      ...OWN_TEXTS,
    })
    .from(nominations)
    .innerJoin(artists, eq(artists.id, nominations.artistId))
    .innerJoin(categories, eq(categories.id, nominations.categoryId))
    .leftJoin(nominationTotals, eq(nominationTotals.nominationId, nominations.id))
    .where(
      and(
        condition,
        isNull(nominations.withdrawnAt),
        eq(artists.isActive, true),
        eq(categories.isActive, true),
      ),
    )
    .orderBy(
      asc(artists.name),
      asc(nominations.position),
      asc(categories.name),
      asc(nominations.id),
    );
  const [artistsById, found] = await Promise.all([
    loadArtists(deps, [...new Set(rows.map((row) => row.artistId))]),
    activeCategories(deps.db, [...new Set(rows.map((row) => row.categoryId))]),
  ]);
  const categoriesById = new Map(found.map((category) => [category.id, category]));
  return rows.flatMap(({ artistId, categoryId, ...own }) => {
    const artist = artistsById.get(artistId);
    const category = categoriesById.get(categoryId);
    return artist && category ? [{ ...own, artist, category }] : [];
  });
}
