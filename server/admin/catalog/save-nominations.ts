import { randomBytes } from 'node:crypto';
import { and, asc, eq, inArray, isNull, notInArray, sql } from 'drizzle-orm';
import type { Transaction } from '#server/db/client';
import { invalid } from '#server/errors';
import type { NominationInput } from '#shared/contracts/admin-catalog';
import { categories, nominations } from '#shared/schema';

/** 96 random bits, so that a nomination's link cannot be guessed. */
const newShareLink = () => randomBytes(12).toString('base64url');

/**
 * Replaces the nominations of a locked artist. Nominations are never deleted, because votes belong
 * to them: one that is left out is withdrawn, and is restored with its link and votes when its
 * category is added again.
 *
 * @param list in display order
 * @throws AppError 400 with an issue for each deleted category
 */
export async function saveNominations(
  tx: Transaction,
  artistId: string,
  list: readonly NominationInput[],
): Promise<void> {
  await assertCategoriesStand(tx, list);
  await withdrawOthers(tx, artistId, list);
  await upsertNominations(
    tx,
    list.map((nomination, position) => ({ ...nomination, artistId, position })),
  );
}

interface PlacedNomination extends NominationInput {
  artistId: string;
  position: number;
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
    .values(placed.map((nomination) => ({ ...nomination, shareableLink: newShareLink() })))
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
  list: readonly NominationInput[],
): Promise<void> {
  const found = await tx
    .select({ id: categories.id, isActive: categories.isActive })
    .from(categories)
    .where(
      inArray(
        categories.id,
        list.map(({ categoryId }) => categoryId),
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
 * Withdraws nominations that are not in the form, except those in deleted categories: the form does
 * not show them, and they must exist when the category is restored.
 */
async function withdrawOthers(
  tx: Transaction,
  artistId: string,
  list: readonly NominationInput[],
): Promise<void> {
  const standing = tx
    .select({ id: categories.id })
    .from(categories)
    .where(eq(categories.isActive, true));
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
