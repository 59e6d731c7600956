import { and, asc, type Column, eq, isNull, or, sql } from 'drizzle-orm';
import {
  ALL_RESULTS,
  type CatalogDeps,
  isWithin,
  loadArtists,
  OWN_TEXTS,
  votesOfNomination,
} from '#server/catalog/index';
import type { Queryable } from '#server/db/client';
import { notFound } from '#server/errors';
import type { AdminArtist, AdminArtistDetail } from '#shared/contracts/admin-catalog';
import { lacksFrench } from '#shared/domain/localized';
import { artists, categories, nominations } from '#shared/schema';
import { staysInCategory } from './save-nominations';

/** Returns all artists that are not deleted, by name, with their nominations of one edition. */
export async function listAdminArtists(
  deps: Pick<CatalogDeps, 'db' | 'trending' | 'scope'>,
): Promise<AdminArtist[]> {
  const rows = await deps.db
    .select({ id: artists.id, isFeatured: artists.isFeatured })
    .from(artists)
    .where(eq(artists.isActive, true))
    .orderBy(asc(artists.name), asc(artists.id));
  const ids = rows.map(({ id }) => id);
  const [artistsById, lackingFrench] = await Promise.all([
    // Only the category's language-independent fields are used here.
    loadArtists({ ...deps, language: 'en' }, ids, ALL_RESULTS),
    artistsWithEnglishTitles(deps),
  ]);
  return rows.flatMap(({ id, isFeatured }) => {
    const artist = artistsById.get(id);
    if (!artist) return [];
    const namedCategories = artist.categories.map(({ id, name, nameFr }) => ({ id, name, nameFr }));
    const { totalVotes, trendingVotes } = artist;
    const votes = { totalVotes: totalVotes ?? 0, trendingVotes: trendingVotes ?? 0 };
    const isFrenchMissing = lackingFrench.has(id) || lacksFrench(artist.bio, artist.bioFr);
    return [
      {
        ...artist,
        ...votes,
        categories: namedCategories,
        isFeatured,
        lacksFrench: isFrenchMissing,
      },
    ];
  });
}

/** Returns the artists with a nomination text in English only. */
async function artistsWithEnglishTitles({
  db,
  scope,
}: Pick<CatalogDeps, 'db' | 'scope'>): Promise<ReadonlySet<string>> {
  const isEnglishAlone = (english: Column, french: Column) =>
    sql`${english} <> '' and coalesce(${french}, '') = ''`;
  const rows = await db
    .selectDistinct({ artistId: nominations.artistId })
    .from(nominations)
    .innerJoin(categories, eq(categories.id, nominations.categoryId))
    .where(
      and(
        isNull(nominations.withdrawnAt),
        isWithin(scope),
        or(
          isEnglishAlone(nominations.nominationTitle, nominations.nominationTitleFr),
          isEnglishAlone(nominations.nominationDescription, nominations.nominationDescriptionFr),
        ),
      ),
    );
  return new Set(rows.map(({ artistId }) => artistId));
}

/**
 * Returns the fields of the form: the artist, and each nomination of an edition that can be voted
 * for.
 * @throws AppError 404 when there is none, or it was deleted
 */
export async function findAdminArtist(
  db: Queryable,
  edition: number,
  id: string,
): Promise<AdminArtistDetail> {
  const [artist] = await db
    .select({
      id: artists.id,
      name: artists.name,
      bio: artists.bio,
      bioFr: artists.bioFr,
      photoUrl: artists.photoUrl,
      isFeatured: artists.isFeatured,
      version: artists.version,
      updatedAt: artists.updatedAt,
    })
    .from(artists)
    .where(and(eq(artists.id, id), eq(artists.isActive, true)));
  if (!artist) throw notFound('artist');
  return {
    ...artist,
    updatedAt: artist.updatedAt.toISOString(),
    nominations: await listNominationsOf(db, edition, id),
  };
}

const listNominationsOf = (db: Queryable, edition: number, artistId: string) =>
  db
    .select({
      id: nominations.id,
      categoryId: nominations.categoryId,
      categoryName: categories.name,
      categoryNameFr: categories.nameFr,
      shareableLink: nominations.shareableLink,
      voteCount: votesOfNomination(ALL_RESULTS).mapWith(Number),
      isMovable: sql<boolean>`not ${staysInCategory}`,
      ...OWN_TEXTS,
    })
    .from(nominations)
    .innerJoin(categories, eq(categories.id, nominations.categoryId))
    .where(
      and(
        eq(nominations.artistId, artistId),
        isNull(nominations.withdrawnAt),
        isWithin({ edition, sees: 'active' }),
      ),
    )
    .orderBy(
      asc(nominations.position),
      asc(nominations.createdAt),
      asc(categories.name),
      asc(nominations.id),
    );
