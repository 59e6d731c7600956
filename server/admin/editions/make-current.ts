import { and, eq, isNull, sql } from 'drizzle-orm';
import { isOpen, isWithin } from '#server/catalog/index';
import { lockOutOrders } from '#server/db/advisory-lock';
import type { Database, Queryable, Transaction } from '#server/db/client';
import { conflict, notFound } from '#server/errors';
import { countVoters } from '#server/payment-counts/index';
import { mayStillBePaid } from '#server/payments/index';
import { type Edition, lifetimeOf, readEditions } from '#server/settings/index';
import type { EditionChange } from '#shared/contracts/editions';
import {
  adminActions,
  artists,
  categories,
  editionArtists,
  editions,
  nominations,
} from '#shared/schema';

/**
 * Returns what making a draft current would change.
 * @throws AppError 404; 409 `edition-not-draft`
 */
export async function previewChange(db: Queryable, year: string): Promise<EditionChange> {
  const { current, draft } = pairOf(await readEditions(db), year);
  const { categories: shown, hiddenCategories, ...counts } = await countDraft(db, draft.id);
  const price = (method: 'mobileMoney' | 'card') => ({
    from: current.settings.prices[method],
    to: draft.settings.prices[method],
  });
  return {
    from: namesOf(current),
    to: namesOf(draft),
    opensAt: draft.settings.opensAt,
    closesAt: draft.settings.closesAt,
    prices: { mobileMoney: price('mobileMoney'), card: price('card') },
    results: draft.settings.results.policy,
    categories: shown,
    hiddenCategories,
    ...counts,
    refusal: (await mayStillBePaid(db, current)) ?? (counts.nominees === 0 ? 'no-nominees' : null),
  };
}

/**
 * Makes a draft the current edition, and archives the one that was: its artists are stored as they
 * are shown now. From this moment on, new payments belong to the new edition; those under way stay
 * with the old one.
 * @param replaces the year of the current edition as the owner saw it
 * @throws AppError 404; 409 `edition-not-draft`, `changed-meanwhile` when another edition has become
 *   current, `edition-not-ready` while `previewChange` names a reason
 */
export const makeCurrent = (
  db: Database,
  { year, replaces, adminId }: { year: string; replaces: string; adminId: string },
): Promise<void> =>
  db.transaction(async (tx) => {
    await lockOutOrders(tx);
    const { current, draft } = pairOf(await readEditions(tx, true), year);
    if (current.settings.year !== replaces) {
      throw conflict('changed-meanwhile', 'Another edition has become current');
    }
    if ((await previewChange(tx, year)).refusal !== null) {
      throw conflict('edition-not-ready', 'This edition cannot become current now');
    }
    await keepArtists(tx, current.id);
    // In whole milliseconds, in which the processes compare it, and not before an order stored so far.
    const { rows } = await tx.execute<{ now: string }>(sql`
      select (date_trunc('milliseconds', clock_timestamp()) + interval '1 millisecond')::text as now`);
    const moment = sql`${rows[0]?.now}::timestamptz`;
    const version = sql`${editions.version} + 1`;
    await tx
      .update(editions)
      .set({
        state: 'archived',
        endedAt: moment,
        voters: await countVoters(tx, lifetimeOf(current)),
        version,
      })
      .where(eq(editions.id, current.id));
    // Providers are the installation's.
    const settings = { ...draft.settings, routing: current.settings.routing };
    await tx
      .update(editions)
      .set({ state: 'current', begunAt: moment, settings, version })
      .where(eq(editions.id, draft.id));
    await tx.insert(adminActions).values({
      editionId: draft.id,
      userId: adminId,
      action: 'edition.make-current',
      entity: 'edition',
      entityId: year,
      before: { current: replaces },
      after: { current: year },
    });
  });

/**
 * Deletes a draft with its categories and nominations.
 * @throws AppError 404; 409 `edition-not-draft`: an edition that was current has votes, and stays
 */
export const deleteDraft = (
  db: Database,
  { year, adminId }: { year: string; adminId: string },
): Promise<void> =>
  db.transaction(async (tx) => {
    const { draft } = pairOf(await readEditions(tx, true), year);
    const own = tx
      .select({ id: categories.id })
      .from(categories)
      .where(eq(categories.editionId, draft.id));
    await tx.delete(nominations).where(sql`${nominations.categoryId} in (${own})`);
    await tx.delete(categories).where(eq(categories.editionId, draft.id));
    await tx.delete(editions).where(eq(editions.id, draft.id));
    await tx.insert(adminActions).values({
      userId: adminId,
      action: 'edition.delete',
      entity: 'edition',
      entityId: year,
      before: { year, name: draft.settings.name },
      after: null,
    });
  });

const namesOf = ({ settings: { year, name, nameFr } }: Edition) => ({ year, name, nameFr });

function pairOf(all: readonly Edition[], year: string): { current: Edition; draft: Edition } {
  const current = all.find(({ state }) => state === 'current');
  const draft = all.find(({ settings }) => settings.year === year);
  if (!current || !draft) throw notFound('edition');
  if (draft.state !== 'draft') throw conflict('edition-not-draft', 'This edition is no draft');
  return { current, draft };
}

async function countDraft(db: Queryable, edition: number) {
  const everything = { edition, sees: 'active' as const };
  const visible = { edition, sees: 'public' as const };
  // One after the other: a transaction has one connection.
  const listed = await db.$count(categories, isWithin(everything));
  const shown = await db.$count(categories, isWithin(visible));
  const [counts] = await db
    .select({
      nominees: sql`count(*)`.mapWith(Number),
      frenchMissing: sql`count(distinct ${artists.id}) filter (
        where ${artists.bio} <> '' and coalesce(${artists.bioFr}, '') = '')`.mapWith(Number),
      picturesMissing: sql`count(distinct ${artists.id}) filter (
        where coalesce(${artists.photoUrl}, '') = '')`.mapWith(Number),
    })
    .from(nominations)
    .innerJoin(artists, eq(artists.id, nominations.artistId))
    .innerJoin(categories, eq(categories.id, nominations.categoryId))
    .where(isOpen(visible));
  if (!counts) throw new Error('a draft was not counted');
  return { categories: shown, hiddenCategories: listed - shown, ...counts };
}

/** Stores the artists of an edition as they are shown. */
async function keepArtists(tx: Transaction, editionId: number): Promise<void> {
  const nominated = tx
    .selectDistinct({
      editionId: categories.editionId,
      artistId: artists.id,
      name: artists.name,
      bio: artists.bio,
      bioFr: artists.bioFr,
      photoUrl: artists.photoUrl,
    })
    .from(nominations)
    .innerJoin(artists, eq(artists.id, nominations.artistId))
    .innerJoin(categories, eq(categories.id, nominations.categoryId))
    .where(
      and(
        isWithin({ edition: editionId, sees: 'active' }),
        isNull(nominations.withdrawnAt),
        eq(artists.isActive, true),
      ),
    );
  await tx.insert(editionArtists).select(nominated);
}
