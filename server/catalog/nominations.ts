import { and, asc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { notFound } from '#server/errors';
import type { Nomination, SharedNomination } from '#shared/contracts/catalog';
import { type Standing, standingsOf } from '#shared/domain/results';
import { artists, categories, nominations } from '#shared/schema';
import { type AnswerDeps, type CatalogDeps, findArtist, loadArtists } from './artists';
import {
  CATEGORY_ORDER,
  type CategoryScope,
  displayedIn,
  findCategory,
  isWithin,
  loadCategories,
} from './categories';
import { ALL_RESULTS, votesOfNomination } from './public-votes';

/** Texts of a nomination that replace its artist's. */
export const OWN_TEXTS = {
  nominationTitle: nominations.nominationTitle,
  nominationTitleFr: nominations.nominationTitleFr,
  nominationPhotoUrl: nominations.nominationPhotoUrl,
  nominationDescription: nominations.nominationDescription,
  nominationDescriptionFr: nominations.nominationDescriptionFr,
};

/**
 * Condition: nominated, not withdrawn, neither the artist nor the category deleted, and within the
 * scope.
 */
export const isOpen = (scope: CategoryScope) =>
  and(isNull(nominations.withdrawnAt), eq(artists.isActive, true), isWithin(scope));

/** @throws AppError 404 when there is no such category in the scope */
export async function nominationsOfCategory(
  deps: AnswerDeps,
  categoryId: string,
): Promise<Nomination[]> {
  await findCategory(deps.db, categoryId, deps.scope);
  return listNominations(deps, eq(nominations.categoryId, categoryId));
}

/**
 * Returns the nominations of an artist, or of the one into which it was merged.
 * @throws AppError 404 when the artist does not exist or was deleted
 */
export async function nominationsOfArtist(
  deps: AnswerDeps,
  artistId: string,
): Promise<Nomination[]> {
  const { id } = await findArtist(deps, artistId);
  return listNominations(deps, eq(nominations.artistId, id));
}

/**
 * Finds a nomination by its share link, or the one into which it was merged. If the nomination is gone, the link still leads to the
 * category.
 * @throws AppError 404 when the link is unknown, or its category is gone too
 */
export async function findSharedNomination(
  deps: AnswerDeps,
  link: string,
): Promise<SharedNomination> {
  const linked = deps.db
    .select({ id: sql`coalesce(${nominations.mergedInto}, ${nominations.id})` })
    .from(nominations)
    .where(eq(nominations.shareableLink, link));
  const [nomination] = await listNominations(deps, inArray(nominations.id, linked));
  if (nomination) {
    const { category, artist } = nomination;
    return { categoryId: category.id, category, artist };
  }
  const [withdrawn] = await deps.db
    .select({ categoryId: nominations.categoryId })
    .from(nominations)
    .where(eq(nominations.shareableLink, link));
  if (!withdrawn) throw notFound('shared nomination');
  const category = displayedIn(deps.language)(
    await findCategory(deps.db, withdrawn.categoryId, deps.scope),
  );
  return { categoryId: category.id, category, artist: null };
}

async function listNominations(deps: AnswerDeps, condition: SQL): Promise<Nomination[]> {
  const shown = await deps.shown();
  const rows = await deps.db
    .select({
      id: nominations.id,
      artistId: nominations.artistId,
      categoryId: nominations.categoryId,
      voteCount: votesOfNomination(shown),
      ...OWN_TEXTS,
    })
    .from(nominations)
    .innerJoin(artists, eq(artists.id, nominations.artistId))
    .innerJoin(categories, eq(categories.id, nominations.categoryId))
    .where(and(condition, isOpen(deps.scope)))
    .orderBy(asc(artists.name), asc(nominations.position), ...CATEGORY_ORDER, asc(nominations.id));
  const categoryIds = [...new Set(rows.map((row) => row.categoryId))];
  const [artistsById, found, standings] = await Promise.all([
    loadArtists(deps, [...new Set(rows.map((row) => row.artistId))], shown),
    loadCategories(deps.db, categoryIds, deps.scope),
    shown.shows === 'ranks' ? loadStandings(deps, categoryIds) : new Map<string, Standing>(),
  ]);
  const categoriesById = new Map(
    found.map(displayedIn(deps.language)).map((category) => [category.id, category]),
  );
  return rows.flatMap(({ artistId, categoryId, ...nomination }) => {
    const artist = artistsById.get(artistId);
    const category = categoriesById.get(categoryId);
    const standing = standings.get(nomination.id) ?? null;
    return artist && category ? [{ ...nomination, standing, artist, category }] : [];
  });
}

/** Returns the standings of all nominations in these categories, by id. */
async function loadStandings(
  { db, scope }: Pick<CatalogDeps, 'db' | 'scope'>,
  categoryIds: string[],
): Promise<Map<string, Standing>> {
  const rows = await db
    .select({
      id: nominations.id,
      categoryId: nominations.categoryId,
      votes: votesOfNomination(ALL_RESULTS),
    })
    .from(nominations)
    .innerJoin(artists, eq(artists.id, nominations.artistId))
    .innerJoin(categories, eq(categories.id, nominations.categoryId))
    .where(and(inArray(nominations.categoryId, categoryIds), isOpen(scope)));
  return new Map(
    categoryIds.flatMap((categoryId) => {
      const nominated = rows.filter((row) => row.categoryId === categoryId);
      const standings = standingsOf(nominated.map(({ votes }) => votes ?? 0));
      return nominated.flatMap(({ id }, index) => {
        const standing = standings[index];
        return standing ? [[id, standing] as const] : [];
      });
    }),
  );
}
