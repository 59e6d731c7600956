import { isDeepStrictEqual } from 'node:util';
import { eq, sql } from 'drizzle-orm';
import type { AdminCategory, CategoryInput } from '#shared/contracts/admin-catalog';
import { categories } from '#shared/schema';
import type { Database, Transaction } from '../db/client';
import { notFound } from '../errors';
import { findAdminCategory } from './categories';
import { alreadyDeleted, assertNotChangedSince } from './conflicts';
import { recordAction } from './record-action';

type Row = typeof categories.$inferSelect;

const contentOf = ({
  name,
  nameFr,
  description,
  descriptionFr,
  icon,
  backgroundImageUrl,
  backgroundColor,
}: Row | CategoryInput) => ({
  name,
  nameFr,
  description,
  descriptionFr,
  icon,
  backgroundImageUrl,
  backgroundColor,
});

export function createCategory(
  db: Database,
  adminId: string,
  input: CategoryInput,
): Promise<AdminCategory> {
  const after = contentOf(input);
  return db.transaction(async (tx) => {
    const [created] = await tx.insert(categories).values(after).returning({ id: categories.id });
    if (!created) throw new Error('an insert returned no row');
    const entityId = created.id;
    await recordAction(tx, adminId, {
      action: 'create',
      entity: 'category',
      entityId,
      before: null,
      after,
    });
    return findAdminCategory(tx, entityId);
  });
}

/**
 * Saves what the form says. What is as it was is left alone, and nothing is recorded.
 * @throws AppError 404 when it is deleted, 409 `changed-meanwhile`
 */
export function updateCategory(
  db: Database,
  adminId: string,
  id: string,
  input: CategoryInput,
): Promise<AdminCategory> {
  return db.transaction(async (tx) => {
    const row = await lockCategory(tx, id);
    if (!row.isActive) throw notFound('category');
    assertNotChangedSince(input.version, row.version);
    const before = contentOf(row);
    const after = contentOf(input);
    if (!isDeepStrictEqual(before, after)) {
      await tx
        .update(categories)
        .set({ ...after, version: sql`${categories.version} + 1` })
        .where(eq(categories.id, id));
      await recordAction(tx, adminId, {
        action: 'update',
        entity: 'category',
        entityId: id,
        before,
        after,
      });
    }
    return findAdminCategory(tx, id);
  });
}

/**
 * Takes the category out of every list; its nominations and their votes stay as they are.
 * @throws AppError 404, or 409 `already-deleted`
 */
export function deleteCategory(db: Database, adminId: string, id: string): Promise<void> {
  return db.transaction(async (tx) => {
    const row = await lockCategory(tx, id);
    if (!row.isActive) throw alreadyDeleted();
    await tx.update(categories).set({ isActive: false }).where(eq(categories.id, id));
    await recordAction(tx, adminId, {
      action: 'delete',
      entity: 'category',
      entityId: id,
      before: contentOf(row),
      after: null,
    });
  });
}

/** Takes a deletion back; nothing happens when there is none to take back. */
export function restoreCategory(db: Database, adminId: string, id: string): Promise<AdminCategory> {
  return db.transaction(async (tx) => {
    const row = await lockCategory(tx, id);
    if (!row.isActive) {
      await tx.update(categories).set({ isActive: true }).where(eq(categories.id, id));
      await recordAction(tx, adminId, {
        action: 'restore',
        entity: 'category',
        entityId: id,
        before: null,
        after: contentOf(row),
      });
    }
    return findAdminCategory(tx, id);
  });
}

/** Of the catalogue nothing else is locked here, see `lockArtist`. */
async function lockCategory(tx: Transaction, id: string): Promise<Row> {
  const [row] = await tx
    .select()
    .from(categories)
    .where(eq(categories.id, id))
    .for('no key update');
  if (!row) throw notFound('category');
  return row;
}
