import { isDeepStrictEqual } from 'node:util';
import { and, eq, isNull } from 'drizzle-orm';
import type { Database, Queryable, Transaction } from '#server/db/client';
import { conflict, invalid, notFound } from '#server/errors';
import { adminActions, type artists, type categories } from '#shared/schema';
import { newInsecurePictures, type WithPictures } from './insecure-pictures';
import { assertUnlike } from './look-alikes';

interface EntryInput {
  version?: number | undefined;
  besides: readonly string[];
}

/** The operations that differ between artists and categories. */
interface EntryKind<Input extends EntryInput, Saved> {
  entity: 'artist' | 'category';
  table: typeof artists | typeof categories;
  /** @throws AppError 404 when there is none, or it was deleted */
  find(db: Queryable, id: string): Promise<Saved>;
  insert(tx: Transaction, input: Input): Promise<{ id: string } | undefined>;
  /** Updates a locked entry and increments its version. */
  update(tx: Transaction, id: string, input: Input): Promise<void>;
  /** Returns its names in every language. */
  namesOf(entry: Input | Saved): (string | null)[];
  /** Returns what an administrator can change. */
  contentOf(entry: Input | Saved): WithPictures;
  /** Returns what the activity log stores of a change. */
  recordOf(saved: Saved): object;
}

/**
 * Creates the operations by which administrators change catalogue entries, each recorded with its
 * author.
 */
export function entryOperations<Input extends EntryInput, Saved>({
  entity,
  table,
  find,
  insert,
  update,
  namesOf,
  contentOf,
  recordOf,
}: EntryKind<Input, Saved>) {
  /** Records an action; `before` is null for a new entry, `after` for a deleted one. */
  const record = async (
    tx: Transaction,
    userId: string,
    action: 'create' | 'update' | 'delete' | 'restore' | 'hide' | 'show',
    entityId: string,
    states: { before: Saved | null; after: Saved | null },
  ) => {
    const before = states.before && recordOf(states.before);
    const after = states.after && recordOf(states.after);
    await tx
      .insert(adminActions)
      .values({ userId, action: `${entity}.${action}`, entity, entityId, before, after });
  };

  /**
   * Takes the lock that serialises changes of an artist and its nominations, or of a category. All
   * changes lock in this order, so that they cannot deadlock: an artist, then categories by id,
   * then nominations.
   */
  const lock = async (tx: Transaction, id: string) => {
    const [row] = await tx
      .select({ isActive: table.isActive, version: table.version })
      .from(table)
      // A merged artist is no entry any more; only undoing the merge brings it back.
      .where(and(eq(table.id, id), 'mergedInto' in table ? isNull(table.mergedInto) : undefined))
      .for('no key update');
    if (!row) throw notFound(entity);
    return row;
  };

  const assertSafePictures = (input: Input, before: Saved | null) => {
    const paths = newInsecurePictures(contentOf(input), before && contentOf(before));
    if (paths.length === 0) return;
    const message = 'The address of a picture must start with https://';
    throw invalid(
      message,
      paths.map((path) => ({ path: path.join('.'), message })),
    );
  };

  const assertUnlikeOthers = (
    tx: Transaction,
    input: Input,
    { id, before }: { id: string | null; before: Saved | null },
  ) =>
    assertUnlike(tx, {
      table,
      names: namesOf(input),
      formerNames: before ? namesOf(before) : [],
      id,
      besides: input.besides,
    });

  return {
    /** @throws AppError as `update` does; 409 `looks-alike` */
    create: (db: Database, adminId: string, input: Input): Promise<Saved> =>
      db.transaction(async (tx) => {
        assertSafePictures(input, null);
        await assertUnlikeOthers(tx, input, { id: null, before: null });
        const created = await insert(tx, input);
        if (!created) throw new Error('an insert returned no row');
        const saved = await find(tx, created.id);
        await record(tx, adminId, 'create', created.id, { before: null, after: saved });
        return saved;
      }),

    /**
     * Saves the form. If nothing has changed, nothing is saved or recorded.
     * @throws AppError 400 when the category of a nomination is deleted or a new picture is not
     *   https; 404 when the entry is deleted; 409 `changed-meanwhile` when the input was made from
     *   an older version, which is not checked when it names none, or `looks-alike` when a new name
     *   looks like another entry's
     */
    update: (db: Database, adminId: string, id: string, input: Input): Promise<Saved> =>
      db.transaction(async (tx) => {
        const { isActive, version } = await lock(tx, id);
        if (!isActive) throw notFound(entity);
        if (input.version !== undefined && input.version !== version) {
          throw conflict(
            'changed-meanwhile',
            'Another administrator has changed this in the meantime',
          );
        }
        const before = await find(tx, id);
        if (isDeepStrictEqual(contentOf(before), contentOf(input))) return before;
        assertSafePictures(input, before);
        await assertUnlikeOthers(tx, input, { id, before });
        await update(tx, id, input);
        const after = await find(tx, id);
        await record(tx, adminId, 'update', id, { before, after });
        return after;
      }),

    /**
     * Changes a field that the form does not contain, such as visibility; if nothing changes,
     * nothing is recorded.
     * @param change modifies the locked entry
     * @throws AppError 404 when the entry is deleted
     */
    revise: (
      db: Database,
      adminId: string,
      id: string,
      action: 'update' | 'hide' | 'show',
      change: (tx: Transaction, before: Saved) => Promise<void>,
    ): Promise<Saved> =>
      db.transaction(async (tx) => {
        const { isActive } = await lock(tx, id);
        if (!isActive) throw notFound(entity);
        const before = await find(tx, id);
        await change(tx, before);
        const after = await find(tx, id);
        if (isDeepStrictEqual(recordOf(before), recordOf(after))) return after;
        await record(tx, adminId, action, id, { before, after });
        return after;
      }),

    /**
     * Removes the entry from every list; nominations and their votes stay unchanged.
     * @throws AppError 404, or 409 `already-deleted`
     */
    delete: (db: Database, adminId: string, id: string): Promise<void> =>
      db.transaction(async (tx) => {
        const { isActive } = await lock(tx, id);
        if (!isActive) {
          throw conflict('already-deleted', 'Another administrator has already deleted this');
        }
        const before = await find(tx, id);
        await tx.update(table).set({ isActive: false }).where(eq(table.id, id));
        await record(tx, adminId, 'delete', id, { before, after: null });
      }),

    /** Undoes a deletion; does nothing if the entry is not deleted. */
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
