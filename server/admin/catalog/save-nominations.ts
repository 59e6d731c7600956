import { randomBytes } from 'node:crypto';
import { and, asc, eq, inArray, isNull, notInArray, sql } from 'drizzle-orm';
import { isWithin } from '#server/catalog/index';
import type { Transaction } from '#server/db/client';
import { castFor } from '#server/db/standing';
import { AppError, invalid } from '#server/errors';
import type { NominationInput } from '#shared/contracts/admin-catalog';
import { MERGE_UNDO_MS } from '#shared/domain/merge';
import { artistMerges, categories, nominations, paymentVotes } from '#shared/schema';

/** 96 random bits, so that a nomination's link cannot be guessed. */
export const newShareLink = () => randomBytes(12).toString('base64url');

/**
 * Replaces the nominations of a locked artist in an edition; those in others stay. Nominations are never deleted, because votes belong
 * to them: one that is left out is withdrawn, and is restored with its link and votes when its
 * category is added again.
 *
 * @param list in display order
 * @throws AppError 400 with an issue for each category that is deleted, or of another edition
 */
export async function saveNominations(
  tx: Transaction,
  edition: number,
  artistId: string,
  list: readonly NominationInput[],
): Promise<void> {
  await assertCategoriesStand(tx, edition, list);
  const links = await takeLinks(tx, edition, artistId, list);
  await withdrawOthers(tx, edition, artistId, list);
  await upsertNominations(
    tx,
    list.map((nomination, position) => ({
      ...nomination,
      artistId,
      position,
      shareableLink: links.get(nomination.categoryId),
    })),
  );
}

/** True for a nomination that a payment names, paid or not: even a failed one may count later. */
const isPaidFor = sql`exists (
  select from ${paymentVotes} where ${paymentVotes.nominationId} = any(${castFor(nominations.id)})
)`;

/** True for a nomination that the undoing of a merge would change: its link must stay with it. */
const isReturnable = sql`exists (
  select from ${artistMerges}
  where ${artistMerges.undoneAt} is null
    and ${artistMerges.mergedAt} > now() - ${MERGE_UNDO_MS} * interval '1 millisecond'
    and ${artistMerges.formerNominations} @> jsonb_build_array(jsonb_build_object('id', ${nominations.id}))
)`;

/** True for a nomination that cannot move to another category. */
export const staysInCategory = sql<boolean>`(${isPaidFor} or ${isReturnable})`;

/**
 * Takes the share links of nominations that move to a category in which the artist never was. The
 * moved nomination itself stays in its category, withdrawn: a payment that still names it is
 * refused, so that no vote counts in a category other than the one its voter has seen.
 * @returns the links by new category
 * @throws AppError 409 `nomination-has-votes` with an issue for each one that cannot move
 */
async function takeLinks(
  tx: Transaction,
  edition: number,
  artistId: string,
  list: readonly NominationInput[],
): Promise<Map<string, string>> {
  const movedIds = list.flatMap(({ movedFrom }) => movedFrom ?? []);
  if (movedIds.length === 0) return new Map();
  // A payment that begins waits for these locks, and then finds the nomination withdrawn. Those that
  // a payment in progress has locked are not waited for, because it may wait for another of these.
  const locked = await tx
    .select({ id: nominations.id })
    .from(nominations)
    .where(and(eq(nominations.artistId, artistId), inArray(nominations.id, movedIds)))
    .for('update', { skipLocked: true });
  const lockedIds = new Set(locked.map(({ id }) => id));
  const own = await tx
    .select({
      id: nominations.id,
      categoryId: nominations.categoryId,
      shareableLink: nominations.shareableLink,
      stays: staysInCategory,
    })
    .from(nominations)
    .innerJoin(categories, eq(categories.id, nominations.categoryId))
    .where(and(eq(nominations.artistId, artistId), eq(categories.editionId, edition)));
  const moves = list.flatMap(({ movedFrom, categoryId }, index) => {
    const moved = own.find(({ id }) => id === movedFrom);
    return moved && moved.categoryId !== categoryId ? [{ moved, categoryId, index }] : [];
  });
  const issues = moves.flatMap(({ moved, index }) =>
    moved.stays || !lockedIds.has(moved.id)
      ? [{ path: `nominations.${index}.categoryId`, message: 'Payments or a merge name it' }]
      : [],
  );
  if (issues.length > 0) {
    const message = 'A nomination that payments or a recent merge name stays in its category';
    throw new AppError(409, 'nomination-has-votes', message, { issues });
  }
  const links = new Map<string, string>();
  for (const { moved, categoryId } of moves) {
    if (own.some((nomination) => nomination.categoryId === categoryId)) continue;
    links.set(categoryId, moved.shareableLink);
    await tx
      .update(nominations)
      .set({ shareableLink: newShareLink() })
      .where(eq(nominations.id, moved.id));
  }
  return links;
}

interface PlacedNomination extends NominationInput {
  artistId: string;
  position: number;
  /** Undefined for a new link. */
  shareableLink?: string | undefined;
}

/**
 * Creates nominations of locked artists in existing categories, or restores them with their links
 * and votes.
 * @returns their ids
 */
export async function upsertNominations(
  tx: Transaction,
  placed: readonly PlacedNomination[],
): Promise<string[]> {
  const rows = await tx
    .insert(nominations)
    .values(
      placed.map(({ movedFrom: _id, shareableLink = newShareLink(), ...nomination }) => ({
        ...nomination,
        shareableLink,
      })),
    )
    .onConflictDoUpdate({
      target: [nominations.artistId, nominations.categoryId],
      set: {
        nominationTitle: sql`excluded.nomination_title`,
        nominationTitleFr: sql`excluded.nomination_title_fr`,
        nominationPhotoUrl: sql`excluded.nomination_photo_url`,
        nominationDescription: sql`excluded.nomination_description`,
        nominationDescriptionFr: sql`excluded.nomination_description_fr`,
        position: sql`excluded.position`,
        withdrawnAt: null,
      },
    })
    .returning({ id: nominations.id });
  return rows.map(({ id }) => id);
}

/** Also locks the categories, in the order of their ids, so that none is deleted concurrently. */
async function assertCategoriesStand(
  tx: Transaction,
  edition: number,
  list: readonly NominationInput[],
): Promise<void> {
  const found = await tx
    .select({ id: categories.id, isActive: categories.isActive })
    .from(categories)
    .where(
      and(
        eq(categories.editionId, edition),
        inArray(
          categories.id,
          list.map(({ categoryId }) => categoryId),
        ),
      ),
    )
    .orderBy(asc(categories.id))
    .for('share');
  const standing = new Set(found.flatMap(({ id, isActive }) => (isActive ? [id] : [])));
  const issues = list.flatMap(({ categoryId }, index) =>
    standing.has(categoryId)
      ? []
      : [{ path: `nominations.${index}.categoryId`, message: 'There is no such category' }],
  );
  if (issues.length > 0) throw invalid('A category is gone', issues, 'unknown-category');
}

/**
 * Withdraws nominations that are not in the form, except those in other editions and in deleted
 * categories: the form does not show them, and they must exist when the category is restored.
 */
async function withdrawOthers(
  tx: Transaction,
  edition: number,
  artistId: string,
  list: readonly NominationInput[],
): Promise<void> {
  const standing = tx
    .select({ id: categories.id })
    .from(categories)
    .where(isWithin({ edition, sees: 'active' }));
  await tx
    .update(nominations)
    .set({ withdrawnAt: sql`now()` })
    .where(
      and(
        eq(nominations.artistId, artistId),
        isNull(nominations.withdrawnAt),
        inArray(nominations.categoryId, standing),
        notInArray(
          nominations.categoryId,
          list.map(({ categoryId }) => categoryId),
        ),
      ),
    );
}
