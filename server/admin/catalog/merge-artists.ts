import { and, asc, eq, gt, inArray, isNull, ne, notInArray, or, sql } from 'drizzle-orm';
import { ALL_RESULTS, CATEGORY_ORDER, votesOfNomination } from '#server/catalog/index';
import { advisoryLock } from '#server/db/advisory-lock';
import type { Database, Queryable, Transaction } from '#server/db/client';
import { AppError, conflict, notFound } from '#server/errors';
import type { ArtistMerged, MergeInput, MergePreview } from '#shared/contracts/admin-catalog';
import { MERGE_UNDO_MS } from '#shared/domain/merge';
import {
  adminActions,
  artistMerges,
  artists,
  categories,
  editions,
  type FormerNomination,
  nominations,
} from '#shared/schema';

/** Advisory lock of merges and their undoing: each changes more artists than the two it locks. */
const MERGES = 'merges of artists';

interface Pair {
  id: string;
  /** The artist that stays. */
  into: string;
}

interface PlannedNomination extends FormerNomination {
  category: { id: string; name: string; nameFr: string | null };
  votes: number;
  isActive: boolean;
  /** The nomination of the artist that stays, in the same category; null when there is none. */
  counterpart: (FormerNomination & { votes: number }) | null;
}

/**
 * Returns what a merge would do.
 * @throws AppError 400 `same-artist`; 404 when one of them is deleted or merged
 */
export const previewMerge = (db: Database, pair: Pair): Promise<MergePreview> =>
  db.transaction(async (tx) => {
    const { artist, into } = await readPair(tx, pair, false);
    const planned = await planMerge(tx, pair);
    return {
      artist: { name: artist.name, version: artist.version },
      into: { name: into.name, version: into.version },
      categories: planned.map(({ category, votes, isActive, withdrawnAt, counterpart }) => ({
        ...category,
        votes,
        intoVotes: counterpart?.votes ?? null,
        isWithdrawn: !isActive || (withdrawnAt !== null && counterpart?.withdrawnAt !== null),
      })),
    };
  });

/**
 * Merges an artist into another. Its nominations move to the one that stays; where both are
 * nominated in one category, all votes count for the nomination of the one that stays. No vote is
 * changed: each stays with the nomination it was cast for.
 * @throws AppError as `previewMerge` does; 409 `changed-meanwhile` when one of them has changed
 *   since the preview
 */
export const mergeArtists = (
  db: Database,
  adminId: string,
  pair: Pair & MergeInput,
): Promise<ArtistMerged> =>
  db.transaction(async (tx) => {
    await advisoryLock(tx, MERGES);
    await lockEditions(tx);
    const { artist, into } = await readPair(tx, pair, true);
    if (artist.version !== pair.version || into.version !== pair.intoVersion) {
      throw conflict('changed-meanwhile', 'Another administrator has changed one of them');
    }
    const planned = await planMerge(tx, pair);
    const joined = planned.flatMap(({ id, counterpart }) =>
      counterpart ? [{ id, mergedInto: counterpart.id }] : [],
    );
    const moved = planned.filter(({ counterpart }) => counterpart === null);
    // A vote locks its nomination as well; the order is the same, so that none waits for another.
    await lockNominations(tx, moved);
    const restored = planned.flatMap(({ withdrawnAt, counterpart }) =>
      withdrawnAt === null && counterpart?.withdrawnAt ? [counterpart] : [],
    );
    const followers = await nominationsMergedInto(tx, joined);
    for (const { id, mergedInto } of joined) {
      await tx
        .update(nominations)
        .set({ mergedInto })
        .where(or(eq(nominations.id, id), eq(nominations.mergedInto, id)));
    }
    await place(tx, pair.into, { moved, restored });
    const formerArtistIds = await leaveFor(tx, pair);
    const [merge] = await tx
      .insert(artistMerges)
      .values({
        artistId: pair.id,
        intoId: pair.into,
        formerArtistIds,
        // Later than any earlier merge of the two, which held the same locks.
        mergedAt: sql`clock_timestamp()`,
        formerNominations: [...planned, ...restored, ...followers].map(formerOf),
      })
      .returning({ id: artistMerges.id, mergedAt: artistMerges.mergedAt });
    if (!merge) throw new Error('the insert returned no row');
    await tx.insert(adminActions).values({
      userId: adminId,
      action: 'artist.merge',
      entity: 'artist',
      entityId: pair.into,
      before: null,
      after: {
        name: into.name,
        mergedArtist: artist.name,
        votes: planned.reduce((sum, { votes }) => sum + votes, 0),
        merge: merge.id,
      },
    });
    const undoUntil = new Date(merge.mergedAt.getTime() + MERGE_UNDO_MS).toISOString();
    return { id: merge.id, undoUntil };
  });

/**
 * Undoes a merge: every nomination is again what it was. Votes cast meanwhile stay with the
 * nomination they were cast for.
 * @throws AppError 404; 409 `merge-final`
 */
export const undoMerge = (db: Database, adminId: string, id: string): Promise<void> =>
  db.transaction(async (tx) => {
    await advisoryLock(tx, MERGES);
    const [found] = await tx
      .select({ id: artistMerges.artistId, into: artistMerges.intoId })
      .from(artistMerges)
      .where(eq(artistMerges.id, id));
    if (!found) throw notFound('merge');
    await lockEditions(tx);
    const locked = await lockArtists(tx, found);
    const [merge] = await tx
      .select()
      .from(artistMerges)
      .where(
        and(
          eq(artistMerges.id, id),
          isNull(artistMerges.undoneAt),
          gt(artistMerges.mergedAt, sql`now() - ${MERGE_UNDO_MS} * interval '1 millisecond'`),
        ),
      );
    if (!merge || (await hasLaterMerge(tx, merge)) || (await isInArchive(tx, merge))) {
      throw conflict('merge-final', 'This merge cannot be undone any more');
    }
    const { formerNominations, formerArtistIds } = merge;
    await lockNominations(tx, formerNominations);
    for (const { id: nominationId, withdrawnAt, ...former } of formerNominations) {
      await tx
        .update(nominations)
        .set({ ...former, withdrawnAt: sql`${withdrawnAt}::timestamptz` })
        .where(eq(nominations.id, nominationId));
    }
    await tx
      .update(artists)
      .set({ isActive: true, mergedInto: null, version: sql`${artists.version} + 1` })
      .where(eq(artists.id, found.id));
    await tx
      .update(artists)
      .set({ mergedInto: found.id })
      .where(inArray(artists.id, formerArtistIds));
    await incrementVersion(tx, found.into);
    await tx.update(artistMerges).set({ undoneAt: sql`now()` }).where(eq(artistMerges.id, id));
    const nameOf = (artistId: string) => locked.find((artist) => artist.id === artistId)?.name;
    await tx.insert(adminActions).values({
      userId: adminId,
      action: 'artist.unmerge',
      entity: 'artist',
      entityId: found.id,
      before: null,
      after: { name: nameOf(found.id), separatedFrom: nameOf(found.into) },
    });
  });

/** Locks both artists in the order of their ids, as all changes of several do. */
const lockArtists = (tx: Transaction, { id, into }: Pair) =>
  tx
    .select()
    .from(artists)
    .where(inArray(artists.id, [id, into]))
    .orderBy(asc(artists.id))
    .for('no key update');

async function readPair(tx: Transaction, pair: Pair, locks: boolean) {
  const { id, into } = pair;
  if (id === into) throw new AppError(400, 'same-artist', 'An artist is not merged into itself');
  const found = locks
    ? await lockArtists(tx, pair)
    : await tx
        .select()
        .from(artists)
        .where(inArray(artists.id, [id, into]));
  const active = (artistId: string) => {
    const artist = found.find((one) => one.id === artistId && one.isActive);
    if (!artist) throw notFound('artist');
    return artist;
  };
  return { artist: active(id), into: active(into) };
}

/** Ids of archived editions, whose results do not change any more. */
const archived = (tx: Transaction) =>
  tx.select({ id: editions.id }).from(editions).where(eq(editions.state, 'archived'));

/** Keeps editions from being archived until the transaction ends. */
const lockEditions = (tx: Transaction) =>
  tx
    .select({ id: editions.id })
    .from(editions)
    .where(ne(editions.state, 'archived'))
    .orderBy(asc(editions.id))
    .for('share');

/** True when an edition with nominations of this merge was archived since. */
async function isInArchive(
  tx: Transaction,
  { formerNominations }: typeof artistMerges.$inferSelect,
): Promise<boolean> {
  const found = await tx
    .select({ id: nominations.id })
    .from(nominations)
    .innerJoin(categories, eq(categories.id, nominations.categoryId))
    .where(
      and(
        inArray(
          nominations.id,
          formerNominations.map(({ id }) => id),
        ),
        inArray(categories.editionId, archived(tx)),
      ),
    )
    .limit(1);
  return found.length > 0;
}

/**
 * Returns the nominations of the artist to be merged, including withdrawn ones, and none of archived
 * editions.
 */
async function planMerge(tx: Transaction, { id, into }: Pair): Promise<PlannedNomination[]> {
  const rows = await tx
    .select({
      id: nominations.id,
      artistId: nominations.artistId,
      position: nominations.position,
      withdrawnAt: withdrawnAtText,
      mergedInto: nominations.mergedInto,
      votes: votesOfNomination(ALL_RESULTS).mapWith(Number),
      isActive: categories.isActive,
      category: { id: categories.id, name: categories.name, nameFr: categories.nameFr },
    })
    .from(nominations)
    .innerJoin(categories, eq(categories.id, nominations.categoryId))
    .where(
      and(
        inArray(nominations.artistId, [id, into]),
        isNull(nominations.mergedInto),
        notInArray(categories.editionId, archived(tx)),
      ),
    )
    .orderBy(asc(nominations.position), ...CATEGORY_ORDER, asc(nominations.id));
  return rows
    .filter(({ artistId }) => artistId === id)
    .map((own) => ({
      ...own,
      counterpart:
        rows.find((row) => row.artistId === into && row.category.id === own.category.id) ?? null,
    }));
}

/** With microseconds, so that it is restored exactly. */
const withdrawnAtText = sql<string | null>`${nominations.withdrawnAt}::text`;

const formerOf = ({ id, artistId, position, withdrawnAt, mergedInto }: FormerNomination) => ({
  ...{ id, artistId, position, withdrawnAt, mergedInto },
});

/** Returns nominations merged earlier into those that are merged now. */
const nominationsMergedInto = (
  tx: Transaction,
  joined: readonly { id: string }[],
): Promise<FormerNomination[]> =>
  tx
    .select({
      id: nominations.id,
      artistId: nominations.artistId,
      position: nominations.position,
      withdrawnAt: withdrawnAtText,
      mergedInto: nominations.mergedInto,
    })
    .from(nominations)
    .where(
      inArray(
        nominations.mergedInto,
        joined.map(({ id }) => id),
      ),
    );

const lockNominations = (tx: Transaction, locked: readonly { id: string }[]) =>
  tx
    .select({ id: nominations.id })
    .from(nominations)
    .where(
      inArray(
        nominations.id,
        locked.map(({ id }) => id),
      ),
    )
    .orderBy(asc(nominations.id))
    .for('update');

/** Adds nominations to the artist that stays, behind those it has. */
async function place(
  tx: Transaction,
  artistId: string,
  { moved, restored }: { moved: readonly { id: string }[]; restored: readonly { id: string }[] },
): Promise<void> {
  const last = sql`(select coalesce(max(other.position), -1) from ${nominations} as other
    where other.artist_id = ${artistId} and other.withdrawn_at is null)`;
  for (const { id } of [...restored, ...moved]) {
    const isRestored = restored.some((one) => one.id === id);
    await tx
      .update(nominations)
      .set({ artistId, position: sql`${last} + 1`, ...(isRestored && { withdrawnAt: null }) })
      .where(eq(nominations.id, id));
  }
}

/** Removes the merged artist. @returns the ids of artists merged into it before */
async function leaveFor(tx: Transaction, { id, into }: Pair): Promise<string[]> {
  const former = await tx
    .update(artists)
    .set({ mergedInto: into })
    .where(eq(artists.mergedInto, id))
    .returning({ id: artists.id });
  await tx
    .update(artists)
    .set({ isActive: false, mergedInto: into, version: sql`${artists.version} + 1` })
    .where(eq(artists.id, id));
  await incrementVersion(tx, into);
  return former.map((artist) => artist.id);
}

/** Saving a form that was opened before would withdraw nominations, or not know them. */
const incrementVersion = (tx: Transaction, id: string) =>
  tx
    .update(artists)
    .set({ version: sql`${artists.version} + 1` })
    .where(eq(artists.id, id));

/** True when one of the two was merged again since, so that this merge is not the last step. */
async function hasLaterMerge(
  db: Queryable,
  { id, artistId, intoId }: typeof artistMerges.$inferSelect,
): Promise<boolean> {
  const both = [artistId, intoId];
  const later = await db
    .select({ id: artistMerges.id })
    .from(artistMerges)
    .where(
      and(
        isNull(artistMerges.undoneAt),
        sql`${artistMerges.mergedAt} > (
          select this.merged_at from ${artistMerges} as this where this.id = ${id}
        )`,
        or(inArray(artistMerges.artistId, both), inArray(artistMerges.intoId, both)),
      ),
    )
    .limit(1);
  return later.length > 0;
}
