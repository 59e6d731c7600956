import { isDeepStrictEqual } from 'node:util';
import { eq } from 'drizzle-orm';
import { adminActions, type artists, type categories } from '#shared/schema';
import type { Database, Queryable, Transaction } from '../db/client';
import { conflict, invalid, notFound } from '../errors';
import { newPlainPictures, type Pictured } from './plain-pictures';

/** What artists and categories do not have in common. */
interface Kind<Input extends { version?: number | undefined }, Saved> {
  entity: 'artist' | 'category';
  table: typeof artists | typeof categories;
  /** @throws AppError 404 when there is none, or it was deleted */
  find(db: Queryable, id: string): Promise<Saved>;
  insert(tx: Transaction, input: Input): Promise<{ id: string } | undefined>;
  /** Of an entry that is locked; counts its version up. */
  update(tx: Transaction, id: string, input: Input): Promise<void>;
  /** What an administrator can change. */
  contentOf(entry: Input | Saved): Pictured;
  /** What is written down of a change. */
  recordOf(saved: Saved): object;
}

/** How administrators change entries of the catalogue; who changed what is written down with it. */
export function changesOf<Input extends { version?: number | undefined }, Saved>({
  entity,
  table,
  find,
  insert,
  update,
  contentOf,
  recordOf,
}: Kind<Input, Saved>) {
  /** Null where there was nothing to be seen, and after, where there is nothing any more. */
  const record = async (
    tx: Transaction,
    userId: string,
    action: 'create' | 'update' | 'delete' | 'restore' | 'hide' | 'show',
    entityId: string,
    seen: { before: Saved | null; after: Saved | null },
  ) => {
    const before = seen.before && recordOf(seen.before);
    const after = seen.after && recordOf(seen.after);
    await tx
      .insert(adminActions)
      .values({ userId, action: `${entity}.${action}`, entity, entityId, before, after });
  };

  /**
   * The one lock that changes of an artist and its nominations wait for; of a category nothing else
   * is locked. All changes lock in this order, so that no two wait for each other: an artist, then
   * categories by id, then nominations.
   */
  const lock = async (tx: Transaction, id: string) => {
    const [row] = await tx
      .select({ isActive: table.isActive, version: table.version })
      .from(table)
      .where(eq(table.id, id))
      .for('no key update');
    if (!row) throw notFound(entity);
    return row;
  };

  const assertSafePictures = (input: Input, before: Saved | null) => {
    const paths = newPlainPictures(contentOf(input), before && contentOf(before));
    if (paths.length === 0) return;
    const message = 'A picture must be at an address of https';
    throw invalid(
      message,
      paths.map((path) => ({ path: path.join('.'), message })),
    );
  };

  return {
    create: (db: Database, adminId: string, input: Input): Promise<Saved> =>
      db.transaction(async (tx) => {
        assertSafePictures(input, null);
        const created = await insert(tx, input);
        if (!created) throw new Error('an insert returned no row');
        const saved = await find(tx, created.id);
        await record(tx, adminId, 'create', created.id, { before: null, after: saved });
        return saved;
      }),

    /**
     * Saves what the form says. What is as it was is left alone, and nothing is recorded.
     * @throws AppError 400 when a category is gone or a new picture is not safe, 404 when the entry is, 409 `changed-meanwhile`
     *   when the input was made from an older version; without one there is nothing to compare
     */
    update: (db: Database, adminId: string, id: string, input: Input): Promise<Saved> =>
      db.transaction(async (tx) => {
        const { isActive, version } = await lock(tx, id);
        if (!isActive) throw notFound(entity);
        if (input.version !== undefined && input.version !== version) {
          throw conflict('changed-meanwhile', 'Somebody else has changed this in the meantime');
        }
        const before = await find(tx, id);
        if (isDeepStrictEqual(contentOf(before), contentOf(input))) return before;
        assertSafePictures(input, before);
        await update(tx, id, input);
        const after = await find(tx, id);
        await record(tx, adminId, 'update', id, { before, after });
        return after;
      }),

    /**
     * Changes what no form says of the entry; where it is as it was, nothing is recorded.
     * @param change of the entry, which is locked
     * @throws AppError 404 when the entry is gone
     */
    revise: (
      db: Database,
      adminId: string,
      id: string,
      action: 'update' | 'hide' | 'show',
      change: (tx: Transaction) => Promise<void>,
    ): Promise<Saved> =>
      db.transaction(async (tx) => {
        const { isActive } = await lock(tx, id);
        if (!isActive) throw notFound(entity);
        const before = await find(tx, id);
        await change(tx);
        const after = await find(tx, id);
        if (isDeepStrictEqual(recordOf(before), recordOf(after))) return after;
        await record(tx, adminId, action, id, { before, after });
        return after;
      }),

    /**
     * Takes the entry out of every list; nominations and their votes stay as they are.
     * @throws AppError 404, or 409 `already-deleted`
     */
    delete: (db: Database, adminId: string, id: string): Promise<void> =>
      db.transaction(async (tx) => {
        const { isActive } = await lock(tx, id);
        if (!isActive) {
          throw conflict('already-deleted', 'Somebody else has deleted this already');
        }
        const before = await find(tx, id);
        await tx.update(table).set({ isActive: false }).where(eq(table.id, id));
        await record(tx, adminId, 'delete', id, { before, after: null });
      }),

    /** Takes a deletion back; nothing happens when there is none to take back. */
    restore: (db: Database, adminId: string, id: string): Promise<Saved> =>
      db.transaction(async (tx) => {
        const { isActive } = await lock(tx, id);
        if (isActive) return find(tx, id);
        await tx.update(table).set({ isActive: true }).where(eq(table.id, id));
        const after = await find(tx, id);
        await record(tx, adminId, 'restore', id, { before: null, after });
        return after;
      }),
  };
}
