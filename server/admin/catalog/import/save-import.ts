import { randomUUID } from 'node:crypto';
import { asc, inArray, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { isWithin } from '#server/catalog/index';
import type { Database, Transaction } from '#server/db/client';
import { AppError, conflict, invalid } from '#server/errors';
import { assertWritable } from '#server/settings/index';
import { categoryInput } from '#shared/contracts/admin-catalog';
import type { ImportResult, importQuery } from '#shared/contracts/catalog-import';
import { adminActions, artists, categories } from '#shared/schema';
import type { Editor } from '../change-entry';
import { lastPosition } from '../changes';
import { upsertNominations } from '../save-nominations';
import type { IssueList } from './issue-list';
import type { ImportPlan } from './plan-import';
import { countsOf, planFor } from './preview-import';
import { readSheet } from './read-sheet';

/** PostgreSQL accepts 65,535 values per statement; a nomination has nine. */
const ROWS_PER_STATEMENT = 1_000;

/**
 * Carries out the whole import in one transaction, or nothing. Everything is validated again,
 * because the catalogue may have changed since the preview.
 * @param choices with the plan of the preview; without one, it is imported whatever it changes
 * @throws AppError 400 `import-invalid`; 409 `import-conflict` when some of it already exists,
 *   `import-changed` when the result would differ from the preview; and the errors of `readSheet`
 */
export async function saveImport(
  db: Database,
  { adminId, edition }: Editor,
  file: Buffer,
  { plan: expectedPlan, ...choices }: z.output<typeof importQuery>,
): Promise<ImportResult> {
  const sheet = await readSheet(file, choices);
  return db.transaction(async (tx) => {
    await assertWritable(tx, edition);
    await lockCatalog(tx, edition);
    const plan = await planFor(tx, edition, sheet, choices);
    if (sheet.issues.count > 0) throw refusal(sheet.issues);
    if (expectedPlan !== undefined && expectedPlan !== plan.fingerprint) {
      throw conflict('import-changed', 'The catalogue has changed since the preview');
    }
    const categoryIds = await saveCategories(tx, edition, plan);
    const artistIds = await saveArtists(tx, plan);
    const nominationIds = await saveNominations(tx, plan, artistIds);
    const result = countsOf(plan);
    await tx.insert(adminActions).values({
      editionId: edition,
      userId: adminId,
      action: 'catalog.import',
      entity: 'import',
      entityId: randomUUID(),
      before: null,
      after: { ...result, categoryIds, artistIds, nominationIds },
    });
    return result;
  });
}

/**
 * Blocks other imports and changes of artists; reading and voting continue. Rows that do not exist
 * yet cannot be locked one by one, because names are not a key of the table. Uses the lock order of
 * all changes: artists, then categories by id.
 */
async function lockCatalog(tx: Transaction, edition: number): Promise<void> {
  await tx.execute(sql`lock table ${artists} in exclusive mode`);
  await tx
    .select({ id: categories.id })
    .from(categories)
    .where(isWithin({ edition, sees: 'active' }))
    .orderBy(asc(categories.id))
    .for('share');
}

function refusal(issues: IssueList): AppError {
  const listed = issues.inOrder().map(({ row, column, field, problem }) => ({
    path: [`rows.${row}`, column ?? field].filter(Boolean).join('.'),
    message: problem,
  }));
  const message = 'Nothing was imported; the preview has the reasons';
  return issues.has('alreadyNominated')
    ? new AppError(409, 'import-conflict', message, { issues: listed })
    : invalid(message, listed, 'import-invalid');
}

/** New categories follow all others, in the order of the file. */
async function saveCategories(
  tx: Transaction,
  edition: number,
  { newCategories }: ImportPlan,
): Promise<string[]> {
  for (const { id, name } of newCategories) {
    const { version: _, ...input } = categoryInput.parse({ name });
    await tx
      .insert(categories)
      .values({ ...input, id, editionId: edition, position: lastPosition(edition) });
  }
  return newCategories.map(({ id }) => id);
}

/** @returns the ids, in the order of the plan */
async function saveArtists(tx: Transaction, plan: ImportPlan): Promise<string[]> {
  const identified = plan.artists.map(({ existing, input }) => ({
    id: existing?.id ?? randomUUID(),
    isNew: existing === null,
    input,
  }));
  for (const part of partsOf(identified.filter(({ isNew }) => isNew))) {
    await tx.insert(artists).values(
      part.map(({ id, input: { name, bio, bioFr, photoUrl, isFeatured } }) => ({
        ...{ id, name, bio, bioFr, photoUrl, isFeatured },
      })),
    );
  }
  const existingIds = identified.flatMap(({ id, isNew }) => (isNew ? [] : [id]));
  // Increments versions: saving a form that has one of them open would remove the new nominations,
  // so it is refused.
  await tx
    .update(artists)
    .set({ version: sql`${artists.version} + 1` })
    .where(inArray(artists.id, existingIds));
  return identified.map(({ id }) => id);
}

/** Appended after each artist's existing nominations, in the order of the rows. */
async function saveNominations(
  tx: Transaction,
  { artists: planned }: ImportPlan,
  artistIds: readonly string[],
): Promise<string[]> {
  const positioned = planned.flatMap(({ existing, input }, index) => {
    const taken = [...(existing?.nominations.values() ?? [])].map(({ position }) => position);
    const first = Math.max(-1, ...taken) + 1;
    const artistId = artistIds[index];
    if (artistId === undefined) throw new Error('an artist of the plan was not saved');
    return input.nominations.map((nomination, index) => ({
      ...nomination,
      artistId,
      position: first + index,
    }));
  });
  const ids: string[] = [];
  for (const part of partsOf(positioned)) ids.push(...(await upsertNominations(tx, part)));
  return ids;
}

function* partsOf<Item>(items: readonly Item[]): Generator<Item[]> {
  for (let at = 0; at < items.length; at += ROWS_PER_STATEMENT) {
    yield items.slice(at, at + ROWS_PER_STATEMENT);
  }
}
