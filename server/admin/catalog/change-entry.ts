import { isDeepStrictEqual } from 'node:util';
import { and, eq, isNull } from 'drizzle-orm';
import type { Database, Queryable, Transaction } from '#server/db/client';
import { conflict, invalid, notFound } from '#server/errors';
import { assertWritable } from '#server/settings/index';
import { adminActions, type artists, type categories } from '#shared/schema';
import { newInsecurePictures, type WithPictures } from './insecure-pictures';
import { assertUnlike } from './look-alikes';

/** Who changes the catalogue of which edition. */
export interface Editor {
  adminId: string;
  /** Id of the edition. */
  edition: number;
}

interface EntryInput {
  version?: number | undefined;
  besides: readonly string[];
}

/** The operations that differ between artists and categories. */
interface EntryKind<Input extends EntryInput, Saved> {
  entity: 'artist' | 'category';
  table: typeof artists | typeof categories;
  /** @throws AppError 404 when there is none, or it was deleted */
  find(db: Queryable, edition: number, id: string): Promise<Saved>;
  insert(tx: Transaction, edition: number, input: Input): Promise<{ id: string } | undefined>;
  /** Updates a locked entry and increments its version. */
  update(tx: Transaction, edition: number, id: string, input: Input): Promise<void>;
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
    { adminId: userId, edition: editionId }: Editor,
    action: 'create' | 'update' | 'delete' | 'restore' | 'hide' | 'show',
    entityId: string,
    states: { before: Saved | null; after: Saved | null },
  ) => {
    const before = states.before && recordOf(states.before);
    const after = states.after && recordOf(states.after);
    await tx.insert(adminActions).values({
      editionId,
      userId,
      action: `${entity}.${action}`,
      entity,
      entityId,
      before,
      after,
    });
  };

  /**
   * Takes the lock that serialises changes of an artist and its nominations, or of a category. All
   * changes lock in this order, so that they cannot deadlock: the edition, an artist, categories by
   * id, nominations.
   */
  const lock = async (tx: Transaction, { edition }: Editor, id: string) => {
    await assertWritable(tx, edition);
    const [row] = await tx
      .select({ isActive: table.isActive, version: table.version })
      .from(table)
      // A merged artist is no entry any more; only undoing the merge brings it back.
      .where(
        and(
          eq(table.id, id),
          'mergedInto' in table ? isNull(table.mergedInto) : eq(table.editionId, edition),
        ),
      )
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
    { id, before, edition }: { id: string | null; before: Saved | null; edition: number },
  ) =>
    assertUnlike(tx, {
      table,
      edition,
      names: namesOf(input),
      formerNames: before ? namesOf(before) : [],
      id,
      besides: input.besides,
    });

  return {
    /** @throws AppError as `update` does; 409 `looks-alike` */
    create: (db: Database, editor: Editor, input: Input): Promise<Saved> =>
      db.transaction(async (tx) => {
        const { edition } = editor;
        await assertWritable(tx, edition);
        assertSafePictures(input, null);
        await assertUnlikeOthers(tx, input, { id: null, before: null, edition });
        const created = await insert(tx, edition, input);
        if (!created) throw new Error('an insert returned no row');
        const saved = await find(tx, edition, created.id);
        await record(tx, editor, 'create', created.id, { before: null, after: saved });
        return saved;
      }),

    /**
     * Saves the form. If nothing has changed, nothing is saved or recorded.
     * @throws AppError 400 when the category of a nomination is deleted or a new picture is not
     *   https; 404 when the entry is deleted; 409 `changed-meanwhile` when the input was made from
     *   an older version, which is not checked when it names none, or `looks-alike` when a new name
     *   looks like another entry's
     */
    update: (db: Database, editor: Editor, id: string, input: Input): Promise<Saved> =>
      db.transaction(async (tx) => {
        const { edition } = editor;
        const { isActive, version } = await lock(tx, editor, id);
        if (!isActive) throw notFound(entity);
        if (input.version !== undefined && input.version !== version) {
          throw conflict(
            'changed-meanwhile',
            'Another administrator has changed this in the meantime',
          );
        }
        const before = await find(tx, edition, id);
        if (isDeepStrictEqual(contentOf(before), contentOf(input))) return before;
        assertSafePictures(input, before);
        await assertUnlikeOthers(tx, input, { id, before, edition });
        await update(tx, edition, id, input);
        const after = await find(tx, edition, id);
        await record(tx, editor, 'update', id, { before, after });
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
      editor: Editor,
      id: string,
      action: 'update' | 'hide' | 'show',
      change: (tx: Transaction, before: Saved) => Promise<void>,
    ): Promise<Saved> =>
      db.transaction(async (tx) => {
        const { edition } = editor;
        const { isActive } = await lock(tx, editor, id);
        if (!isActive) throw notFound(entity);
        const before = await find(tx, edition, id);
        await change(tx, before);
        const after = await find(tx, edition, id);
        if (isDeepStrictEqual(recordOf(before), recordOf(after))) return after;
        await record(tx, editor, action, id, { before, after });
        return after;
      }),

    /**
     * Removes the entry from every list; nominations and their votes stay unchanged.
     * @throws AppError 404, or 409 `already-deleted`
     */
    delete: (db: Database, editor: Editor, id: string): Promise<void> =>
      db.transaction(async (tx) => {
        const { edition } = editor;
        const { isActive } = await lock(tx, editor, id);
        if (!isActive) {
          throw conflict('already-deleted', 'Another administrator has already deleted this');
        }
        const before = await find(tx, edition, id);
        await tx.update(table).set({ isActive: false }).where(eq(table.id, id));
        await record(tx, editor, 'delete', id, { before, after: null });
      }),

    /** Undoes a deletion; does nothing if the entry is not deleted. */
    restore: (db: Database, editor: Editor, id: string): Promise<Saved> =>
      db.transaction(async (tx) => {
        const { edition } = editor;
        const { isActive } = await lock(tx, editor, id);
        if (isActive) return find(tx, edition, id);
        await tx.update(table).set({ isActive: true }).where(eq(table.id, id));
        const after = await find(tx, edition, id);
        await record(tx, editor, 'restore', id, { before: null, after });
        return after;
      }),
  };
}
