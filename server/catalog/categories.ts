import { and, asc, count, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { Category, PublicCategory } from '#shared/contracts/catalog';
import { type Language, localized } from '#shared/domain/localized';
import { artists, categories, nominations } from '#shared/schema';
import type { Queryable } from '../db/client';
import { notFound } from '../errors';

export const listCategories = (db: Queryable): Promise<Category[]> => selectCategories(db);

/** @throws AppError 404 when there is none, or it was deleted */
export async function findCategory(db: Queryable, id: string): Promise<Category> {
  const [category] = await activeCategories(db, [id]);
  if (!category) throw notFound('category');
  return category;
}

/** As the public is told of it, in a language. */
export const displayedIn =
  (language: Language) =>
  <C extends Category>(category: C): C & PublicCategory => ({
    ...category,
    displayName: localized(language, category.name, category.nameFr),
    displayDescription: localized(language, category.description, category.descriptionFr),
  });

export const activeCategories = (db: Queryable, ids: string[]): Promise<Category[]> =>
  selectCategories(db, inArray(categories.id, ids));

function selectCategories(db: Queryable, condition?: SQL): Promise<Category[]> {
  const counted = artistCounts(db);
  return db
    .select({
      id: categories.id,
      name: categories.name,
      nameFr: categories.nameFr,
      description: categories.description,
      descriptionFr: categories.descriptionFr,
      icon: categories.icon,
      backgroundColor: categories.backgroundColor,
      backgroundImageUrl: categories.backgroundImageUrl,
      artistCount: sql`coalesce(${counted.artistCount}, 0)`.mapWith(Number),
    })
    .from(categories)
    .leftJoin(counted, eq(counted.categoryId, categories.id))
    .where(and(eq(categories.isActive, true), condition))
    .orderBy(asc(categories.createdAt), asc(categories.name), asc(categories.id));
}

/** Artists who can be voted for in each category: nominated, not withdrawn, not deleted. */
const artistCounts = (db: Queryable) =>
  db
    .select({ categoryId: nominations.categoryId, artistCount: count().as('artist_count') })
    .from(nominations)
    .innerJoin(artists, eq(artists.id, nominations.artistId))
    .where(and(isNull(nominations.withdrawnAt), eq(artists.isActive, true)))
    .groupBy(nominations.categoryId)
    .as('artist_counts');
