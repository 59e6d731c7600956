import { isDeepStrictEqual } from 'node:util';
import { eq, sql } from 'drizzle-orm';
import type { AdminArtistDetail, ArtistInput } from '#shared/contracts/admin-catalog';
import { artists } from '#shared/schema';
import type { Database, Transaction } from '../db/client';
import { notFound } from '../errors';
import { findAdminArtist } from './artists';
import { alreadyDeleted, assertNotChangedSince } from './conflicts';
import { recordAction } from './record-action';
import { saveNominations } from './save-nominations';

export function createArtist(
  db: Database,
  adminId: string,
  input: ArtistInput,
): Promise<AdminArtistDetail> {
  return db.transaction(async (tx) => {
    const [created] = await tx
      .insert(artists)
      .values(profileOf(input))
      .returning({ id: artists.id });
    if (!created) throw new Error('an insert returned no row');
    const entityId = created.id;
    await saveNominations(tx, entityId, input.nominations);
    const saved = await findAdminArtist(tx, entityId);
    await recordAction(tx, adminId, {
      action: 'create',
      entity: 'artist',
      entityId,
      before: null,
      after: recordOf(saved),
    });
    return saved;
  });
}

/**
 * Saves what the form says. What is as it was is left alone, and nothing is recorded.
 * @throws AppError 400 when a category is gone, 404 when the artist is, 409 `changed-meanwhile`
 */
export function updateArtist(
  db: Database,
  adminId: string,
  id: string,
  input: ArtistInput,
): Promise<AdminArtistDetail> {
  return db.transaction(async (tx) => {
    const { isActive, version } = await lockArtist(tx, id);
    if (!isActive) throw notFound('artist');
    assertNotChangedSince(input.version, version);
    const current = await findAdminArtist(tx, id);
    if (isDeepStrictEqual(contentOf(current), contentOf(input))) return current;

    await tx
      .update(artists)
      .set({ ...profileOf(input), version: sql`${artists.version} + 1` })
      .where(eq(artists.id, id));
    await saveNominations(tx, id, input.nominations);
    const saved = await findAdminArtist(tx, id);
    await recordAction(tx, adminId, {
      action: 'update',
      entity: 'artist',
      entityId: id,
      before: recordOf(current),
      after: recordOf(saved),
    });
    return saved;
  });
}

/**
 * Takes the artist out of every list; nominations and their votes stay as they are.
 * @throws AppError 404, or 409 `already-deleted`
 */
export function deleteArtist(db: Database, adminId: string, id: string): Promise<void> {
  return db.transaction(async (tx) => {
    const { isActive } = await lockArtist(tx, id);
    if (!isActive) throw alreadyDeleted();
    const before = recordOf(await findAdminArtist(tx, id));
    await tx.update(artists).set({ isActive: false }).where(eq(artists.id, id));
    await recordAction(tx, adminId, {
      action: 'delete',
      entity: 'artist',
      entityId: id,
      before,
      after: null,
    });
  });
}

/** Takes a deletion back; nothing happens when there is none to take back. */
export function restoreArtist(
  db: Database,
  adminId: string,
  id: string,
): Promise<AdminArtistDetail> {
  return db.transaction(async (tx) => {
    const { isActive } = await lockArtist(tx, id);
    if (isActive) return findAdminArtist(tx, id);
    await tx.update(artists).set({ isActive: true }).where(eq(artists.id, id));
    const restored = await findAdminArtist(tx, id);
    await recordAction(tx, adminId, {
      action: 'restore',
      entity: 'artist',
      entityId: id,
      before: null,
      after: recordOf(restored),
    });
    return restored;
  });
}

/**
 * The one lock that changes of an artist and its nominations wait for. All code locks in this
 * order, so that no two wait for each other: an artist, then categories by id, then nominations.
 */
async function lockArtist(tx: Transaction, id: string) {
  const [row] = await tx
    .select({ isActive: artists.isActive, version: artists.version })
    .from(artists)
    .where(eq(artists.id, id))
    .for('no key update');
  if (!row) throw notFound('artist');
  return row;
}

type Saved = AdminArtistDetail | ArtistInput;

const profileOf = ({ name, bio, bioFr, photoUrl, isFeatured }: Saved) => ({
  name,
  bio,
  bioFr,
  photoUrl,
  isFeatured,
});

/** What an administrator can change. */
const contentOf = (artist: Saved) => ({
  ...profileOf(artist),
  nominations: artist.nominations.map((nomination) => ({
    categoryId: nomination.categoryId,
    nominationTitle: nomination.nominationTitle,
    nominationTitleFr: nomination.nominationTitleFr,
    nominationPhotoUrl: nomination.nominationPhotoUrl,
    nominationDescription: nomination.nominationDescription,
    nominationDescriptionFr: nomination.nominationDescriptionFr,
  })),
});

/** What is written down of a change: categories by name too, for it to be read; no votes. */
const recordOf = (artist: AdminArtistDetail) => ({
  ...profileOf(artist),
  nominations: artist.nominations.map(({ voteCount: _votes, ...nomination }) => nomination),
});
