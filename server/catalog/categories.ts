import { and, asc, count, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '#server/db/client';
import { notFound } from '#server/errors';
import type { Category, PublicCategory } from '#shared/contracts/catalog';
import { type Language, localized } from '#shared/domain/localized';
import { artists, categories, nominations } from '#shared/schema';

/** Which categories a caller sees. */
export interface CategoryScope {
  /** Id of the edition. */
  edition: number;
  /** `public`: neither deleted nor hidden. `active`: also hidden ones, for administrators. */
  sees: 'public' | 'active';
}

/** Condition on `categories`: those within the scope. */
export const isWithin = ({ edition, sees }: CategoryScope): SQL | undefined =>
  and(
    eq(categories.editionId, edition),
    eq(categories.isActive, true),
    sees === 'public' ? eq(categories.isHidden, false) : undefined,
  );

/** What is shown of a category. */
export const CATEGORY_COLUMNS = {
  id: categories.id,
  name: categories.name,
  nameFr: categories.nameFr,
  description: categories.description,
  descriptionFr: categories.descriptionFr,
  icon: categories.icon,
  backgroundColor: categories.backgroundColor,
  backgroundImageUrl: categories.backgroundImageUrl,
};

/** Order of categories in every list. */
export const CATEGORY_ORDER = [
  asc(categories.position),
  asc(categories.createdAt),
  asc(categories.name),
  asc(categories.id),
];

export const listCategories = (db: Queryable, scope: CategoryScope): Promise<Category[]> =>
  selectCategories(db, scope);

/** @throws AppError 404 when there is no such category in the scope */
export async function findCategory(
  db: Queryable,
  id: string,
  scope: CategoryScope,
): Promise<Category> {
  const [category] = await loadCategories(db, [id], scope);
  if (!category) throw notFound('category');
  return category;
}

/** Converts a category to its public form, in one language. */
export const displayedIn =
  (language: Language) =>
  <C extends Omit<Category, 'artistCount'>>(
    category: C,
  ): C & Pick<PublicCategory, 'displayName' | 'displayDescription'> => ({
    ...category,
    displayName: localized(language, category.name, category.nameFr),
    displayDescription: localized(language, category.description, category.descriptionFr),
  });

export const loadCategories = (
  db: Queryable,
  ids: string[],
  scope: CategoryScope,
): Promise<Category[]> => selectCategories(db, scope, inArray(categories.id, ids));

function selectCategories(
  db: Queryable,
  scope: CategoryScope,
  condition?: SQL,
): Promise<Category[]> {
  const counted = artistCounts(db);
  return db
    .select({
      ...CATEGORY_COLUMNS,
      artistCount: sql`coalesce(${counted.artistCount}, 0)`.mapWith(Number),
    })
    .from(categories)
    .leftJoin(counted, eq(counted.categoryId, categories.id))
    .where(and(isWithin(scope), condition))
    .orderBy(...CATEGORY_ORDER);
}

/**
 * Counts the artists who can be voted for in each category: nominated, not withdrawn, not deleted.
 */
const artistCounts = (db: Queryable) =>
  db
    .select({ categoryId: nominations.categoryId, artistCount: count().as('artist_count') })
    .from(nominations)
    .innerJoin(artists, eq(artists.id, nominations.artistId))
    .where(and(isNull(nominations.withdrawnAt), eq(artists.isActive, true)))
    .groupBy(nominations.categoryId)
    .as('artist_counts');
