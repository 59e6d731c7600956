import { randomUUID } from 'node:crypto';
import { asc, eq, sql } from 'drizzle-orm';
import { CATEGORY_ORDER, isWithin } from '#server/catalog/index';
import type { Database } from '#server/db/client';
import { assertWritable } from '#server/settings/index';
import type { AdminCategory } from '#shared/contracts/admin-catalog';
import { adminActions, categories } from '#shared/schema';
import { listAdminCategories } from './categories';
import type { Editor } from './change-entry';
import { categoryChanges } from './changes';

/**
 * Sets the order of the categories, for visitors and administrators. Of two concurrent requests,
 * the later one wins, because each sets the whole order; both are recorded. Deleted categories are
 * ignored; those not listed, because they were added meanwhile, come last.
 */
export const orderCategories = (
  db: Database,
  { adminId, edition }: Editor,
  wanted: readonly string[],
): Promise<AdminCategory[]> =>
  db.transaction(async (tx) => {
    await assertWritable(tx, edition);
    // Locked by id, as in all changes.
    const rows = await tx
      .select({ id: categories.id })
      .from(categories)
      .where(isWithin({ edition, sees: 'active' }))
      .orderBy(asc(categories.id))
      .for('no key update');
    const standing = new Set(rows.map(({ id }) => id));
    const before = await tx
      .select({ id: categories.id, name: categories.name })
      .from(categories)
      .where(isWithin({ edition, sees: 'active' }))
      .orderBy(...CATEGORY_ORDER);
    const ids = [
      ...new Set([...wanted.filter((id) => standing.has(id)), ...before.map(({ id }) => id)]),
    ];
    if (before.some(({ id }, index) => id !== ids[index])) {
      await tx.execute(sql`
        update ${categories} set position = wanted.place
        from unnest(${sql.param(ids)}::uuid[]) with ordinality as wanted (id, place)
        where ${categories.id} = wanted.id`);
      const nameOf = new Map(before.map(({ id, name }) => [id, name]));
      await tx.insert(adminActions).values({
        editionId: edition,
        userId: adminId,
        action: 'category.reorder',
        entity: 'category',
        // Concerns all categories, not a single one.
        entityId: randomUUID(),
        before: { order: before.map(({ name }) => name) },
        after: { order: ids.map((id) => nameOf.get(id)) },
      });
    }
    return listAdminCategories(tx, edition);
  });

/**
 * Hides or shows a category. A hidden category keeps its votes, and pending payments still count.
 */
export const setVisibility = (
  db: Database,
  editor: Editor,
  id: string,
  isHidden: boolean,
): Promise<AdminCategory> =>
  categoryChanges.revise(db, editor, id, isHidden ? 'hide' : 'show', async (tx) => {
    await tx.update(categories).set({ isHidden }).where(eq(categories.id, id));
  });
