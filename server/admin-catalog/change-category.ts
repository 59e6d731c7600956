import { eq, sql } from 'drizzle-orm';
import type { AdminCategory, CategoryInput } from '#shared/contracts/admin-catalog';
import { categories } from '#shared/schema';
import { findAdminCategory } from './categories';
import { changesOf } from './change-entry';

const contentOf = ({
  name,
  nameFr,
  description,
  descriptionFr,
  icon,
  backgroundImageUrl,
  backgroundColor,
}: AdminCategory | CategoryInput) => ({
  name,
  nameFr,
  description,
  descriptionFr,
  icon,
  backgroundImageUrl,
  backgroundColor,
});

export const categoryChanges = changesOf<CategoryInput, AdminCategory>({
  entity: 'category',
  table: categories,
  find: findAdminCategory,
  async insert(tx, input) {
    const rows = await tx
      .insert(categories)
      .values(contentOf(input))
      .returning({ id: categories.id });
    return rows[0];
  },
  async update(tx, id, input) {
    await tx
      .update(categories)
      .set({ ...contentOf(input), version: sql`${categories.version} + 1` })
      .where(eq(categories.id, id));
  },
  contentOf,
  recordOf: contentOf,
});
