import { and, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm';
import {
  type CatalogDeps,
  type CategoryScope,
  findPosterKits,
  isOpen,
  isWithin,
} from '#server/catalog/index';
import type { Queryable } from '#server/db/client';
import { AS_ARCHIVED, isAsArchived } from '#server/db/edition-of';
import { artists, categories, editionArtists, nominations } from '#shared/schema';
import type { Poster, PreviewEvent, PreviewSubject } from './picture-spec';

export const siteSubject = ({ name, nameFr, year, isArchived }: PreviewEvent): PreviewSubject => ({
  kind: 'site',
  id: isArchived ? year : null,
  name,
  nameFr,
  category: null,
  photoUrl: null,
});

type Texts = Pick<typeof categories.$inferSelect, 'name' | 'nameFr'>;

export const categorySubject = ({
  id,
  name,
  nameFr,
  backgroundImageUrl: photoUrl,
}: Texts & { id: string; backgroundImageUrl: string | null }): PreviewSubject => ({
  kind: 'category',
  id,
  name,
  nameFr,
  category: null,
  photoUrl,
});

interface Nominee {
  id: string;
  nominationPhotoUrl: string | null;
  artist: { name: string; photoUrl: string | null };
  category: Texts;
}

export const nominationSubject = ({
  id,
  nominationPhotoUrl,
  artist: { name, photoUrl },
  category,
}: Nominee): PreviewSubject => ({
  kind: 'nomination',
  id,
  name,
  nameFr: null,
  category: { name: category.name, nameFr: category.nameFr },
  photoUrl: nominationPhotoUrl || photoUrl,
});

const NOMINEE = {
  id: nominations.id,
  nominationPhotoUrl: nominations.nominationPhotoUrl,
  artist: { id: artists.id, ...AS_ARCHIVED },
  category: { name: categories.name, nameFr: categories.nameFr },
};

type Deps = Pick<CatalogDeps, 'db' | 'scope'>;

const CATEGORY = {
  id: categories.id,
  name: categories.name,
  nameFr: categories.nameFr,
  backgroundImageUrl: categories.backgroundImageUrl,
};

const nominees = (db: Queryable) =>
  db
    .select(NOMINEE)
    .from(nominations)
    .innerJoin(artists, eq(artists.id, nominations.artistId))
    .innerJoin(categories, eq(categories.id, nominations.categoryId))
    .leftJoin(editionArtists, isAsArchived(categories.editionId));

/** True for the nomination of this id, or the one into which it was merged. */
const isNominee = (id: string) =>
  sql`${nominations.id} = coalesce(
    (select merged.merged_into from ${nominations} as merged where merged.id = ${id}), ${id}::uuid
  )`;

/** True for a nominee who can be voted for, or is in the archive of the edition. */
const isShown = (scope: CategoryScope) =>
  and(
    isWithin(scope),
    isNull(nominations.withdrawnAt),
    or(eq(artists.isActive, true), isNotNull(editionArtists.artistId)),
  );

/** @returns null when there is no entity of this id */
export async function findEditionOf(
  db: Queryable,
  kind: 'category' | 'nomination',
  id: string,
): Promise<number | null> {
  const isOfSubject =
    kind === 'category'
      ? eq(categories.id, id)
      : inArray(
          categories.id,
          db.select({ id: nominations.categoryId }).from(nominations).where(eq(nominations.id, id)),
        );
  const [found] = await db
    .select({ edition: categories.editionId })
    .from(categories)
    .where(isOfSubject);
  return found?.edition ?? null;
}

/** @returns null when there is no public entity of this id */
export async function findSubject(
  { db, scope }: Deps,
  kind: 'category' | 'nomination',
  id: string,
): Promise<PreviewSubject | null> {
  if (kind === 'category') {
    const [category] = await db
      .select(CATEGORY)
      .from(categories)
      .where(and(eq(categories.id, id), isWithin(scope)));
    return category ? categorySubject(category) : null;
  }
  const [nominee] = await nominees(db).where(and(isNominee(id), isShown(scope)));
  return nominee ? nominationSubject(nominee) : null;
}

/** Returns all public subjects. */
export async function listSubjects({ db, scope }: Deps): Promise<PreviewSubject[]> {
  const listed = await db.select(CATEGORY).from(categories).where(isWithin(scope));
  const nominated = await nominees(db).where(isOpen(scope));
  return [...listed.map(categorySubject), ...nominated.map(nominationSubject)];
}

/**
 * Returns the content of posters, besides the event. @returns null when there is no public
 * nomination of this id
 */
export async function findPoster(
  deps: Deps,
  nominationId: string,
): Promise<(Pick<Poster, 'name' | 'category' | 'photoUrl'> & { linkPath: string }) | null> {
  const { db, scope } = deps;
  const [nominee] = await nominees(db).where(and(isNominee(nominationId), isOpen(scope)));
  if (!nominee) return null;
  const { kits } = await findPosterKits(deps, nominee.artist.id);
  const linkPath = kits.find((kit) => kit.nominationId === nominee.id)?.link;
  if (!linkPath) return null;
  const { name, photoUrl } = nominationSubject(nominee);
  return { name, category: nominee.category, photoUrl, linkPath };
}
