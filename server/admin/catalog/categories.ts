import { eq, inArray, sql, sum } from 'drizzle-orm';
import { listCategories, loadCategories } from '#server/catalog/index';
import type { Queryable } from '#server/db/client';
import { notFound } from '#server/errors';
import type { AdminCategory } from '#shared/contracts/admin-catalog';
import type { Category } from '#shared/contracts/catalog';
import { categories, nominations, nominationTotals } from '#shared/schema';

/**
 * Returns all categories that are not deleted, in the order visitors see, including hidden ones.
 */
export const listAdminCategories = async (
  db: Queryable,
  edition: number,
): Promise<AdminCategory[]> =>
  withAdminFields(db, await listCategories(db, { edition, sees: 'active' }));

/** @throws AppError 404 when there is none in this edition, or it was deleted */
export async function findAdminCategory(
  db: Queryable,
  edition: number,
  id: string,
): Promise<AdminCategory> {
  const found = await loadCategories(db, [id], { edition, sees: 'active' });
  const [category] = await withAdminFields(db, found);
  if (!category) throw notFound('category');
  return category;
}

async function withAdminFields(db: Queryable, found: Category[]): Promise<AdminCategory[]> {
  const ids = found.map(({ id }) => id);
  // Counted votes stay with the category, including those of withdrawn nominations and deleted
  // artists.
  const rows = await db
    .select({
      id: categories.id,
      isHidden: categories.isHidden,
      version: categories.version,
      createdAt: categories.createdAt,
      voteCount: sql`coalesce(${sum(nominationTotals.votes)}, 0)`.mapWith(Number),
    })
    .from(categories)
    .leftJoin(nominations, eq(nominations.categoryId, categories.id))
    .leftJoin(nominationTotals, eq(nominationTotals.nominationId, nominations.id))
    .where(inArray(categories.id, ids))
    .groupBy(categories.id);
  const rowsById = new Map(rows.map((row) => [row.id, row]));
  return found.flatMap((category) => {
    const row = rowsById.get(category.id);
    return row ? [{ ...category, ...row, createdAt: row.createdAt.toISOString() }] : [];
  });
}
