import { randomUUID } from 'node:crypto';
import { and, asc, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import { newShareLink } from '#server/admin/catalog/index';
import { CATEGORY_ORDER, isWithin, OWN_TEXTS } from '#server/catalog/index';
import type { Database, Transaction } from '#server/db/client';
import { isUniqueViolation } from '#server/db/errors';
import { conflict, notFound } from '#server/errors';
import { type Edition, readEditions } from '#server/settings/index';
import { type EditionInput, MAX_EDITIONS } from '#shared/contracts/editions';
import type { EventSettings } from '#shared/contracts/event-settings';
import { adminActions, artists, categories, editions, nominations } from '#shared/schema';

interface Options {
  adminId: string;
  /** True unless the picture was uploaded here and its file is gone. */
  hasPicture(address: string): Promise<boolean>;
}

/**
 * Creates a draft from another edition: its settings, with dates moved by the years between them,
 * and copies of the chosen categories and nominations. Nothing of votes is copied; a picture whose
 * file is gone is left out.
 * @returns the number of pictures left out
 * @throws AppError 404 for an unknown edition to copy from; 409 `edition-exists`, `too-many-editions`
 */
export async function createEdition(
  db: Database,
  { year, from }: EditionInput,
  { adminId, hasPicture }: Options,
): Promise<{ picturesGone: number }> {
  const gone = await findGone(db, from, hasPicture);
  try {
    return await db.transaction(async (tx) => {
      const all = await readEditions(tx);
      const source = all.find(({ settings }) => settings.year === from.year);
      if (!source) throw notFound('edition');
      if (all.length >= MAX_EDITIONS) {
        throw conflict('too-many-editions', 'There are too many editions');
      }
      const settings = movedTo(year, source.settings);
      const [created] = await tx
        .insert(editions)
        .values({ state: 'draft', settings })
        .returning({ id: editions.id });
      if (!created) throw new Error('an insert returned no row');
      const copies = await copyCategories(tx, source, created.id, { from, gone });
      const nominees = await copyNominations(tx, copies, { from, gone });
      await tx.insert(adminActions).values({
        editionId: created.id,
        userId: adminId,
        action: 'edition.create',
        entity: 'edition',
        entityId: year,
        before: null,
        after: { year, copyOf: from.year, categories: copies.size, nominations: nominees },
      });
      return { picturesGone: gone.size };
    });
  } catch (error) {
    if (!isUniqueViolation(error, 'editions_year_key')) throw error;
    throw conflict('edition-exists', 'There is an edition of this year');
  }
}

/** Moves all dates by the years between the editions, so that the new one does not open at once. */
function movedTo(year: string, { banner, results, ...settings }: EventSettings): EventSettings {
  const years = Number(year) - Number(settings.year);
  const moved = (instant: string | null) => {
    if (instant === null) return null;
    const moment = new Date(instant);
    moment.setUTCFullYear(moment.getUTCFullYear() + years);
    return moment.toISOString();
  };
  return {
    ...settings,
    year,
    opensAt: moved(settings.opensAt),
    closesAt: moved(settings.closesAt),
    banner: { ...banner, from: moved(banner.from), to: moved(banner.to) },
    results: { ...results, sealedFrom: moved(results.sealedFrom) },
  };
}

/** Returns the addresses of pictures to be copied whose files are gone. */
async function findGone(
  db: Database,
  from: EditionInput['from'],
  hasPicture: Options['hasPicture'],
): Promise<ReadonlySet<string>> {
  const addresses = await db
    .select({ address: categories.backgroundImageUrl })
    .from(categories)
    .where(inArray(categories.id, idsOf(from)))
    .union(
      db
        .select({ address: nominations.nominationPhotoUrl })
        .from(nominations)
        .where(isChosen(from)),
    );
  const gone = new Set<string>();
  for (const { address } of addresses) {
    if (address !== null && !(await hasPicture(address))) gone.add(address);
  }
  return gone;
}

const idsOf = ({ categories: chosen }: EditionInput['from']) => chosen.map(({ id }) => id);

/** Condition on `nominations`: chosen by themselves, or with all of their category. */
function isChosen({ categories: chosen }: EditionInput['from']): SQL | undefined {
  const whole = chosen.flatMap(({ id, nominees }) => (nominees === 'all' ? [id] : []));
  const single = chosen.flatMap(({ nominees }) => (nominees === 'all' ? [] : nominees));
  return or(inArray(nominations.categoryId, whole), inArray(nominations.id, single));
}

interface Copying {
  from: EditionInput['from'];
  gone: ReadonlySet<string>;
}

const kept = (address: string | null, gone: ReadonlySet<string>): string | null =>
  address !== null && gone.has(address) ? null : address;

/** @returns the ids of the copies by those of their originals */
async function copyCategories(
  tx: Transaction,
  source: Edition,
  editionId: number,
  { from, gone }: Copying,
): Promise<Map<string, string>> {
  const originals = await tx
    .select()
    .from(categories)
    .where(
      and(isWithin({ edition: source.id, sees: 'active' }), inArray(categories.id, idsOf(from))),
    )
    .orderBy(...CATEGORY_ORDER);
  const copies = new Map<string, string>();
  for (const [position, original] of originals.entries()) {
    const { name, nameFr, description, descriptionFr, icon, backgroundColor, isHidden } = original;
    const id = randomUUID();
    await tx.insert(categories).values({
      ...{ id, editionId, name, nameFr, description, descriptionFr, icon, backgroundColor },
      backgroundImageUrl: kept(original.backgroundImageUrl, gone),
      ...{ isHidden, position },
    });
    copies.set(original.id, id);
  }
  return copies;
}

/** PostgreSQL accepts 65,535 values per statement; a nomination has nine. */
const ROWS_PER_STATEMENT = 1_000;

/**
 * Nominates the artists again, in the copies of their categories. An artist merged into another one
 * is nominated once.
 * @returns the number of new nominations
 */
async function copyNominations(
  tx: Transaction,
  copies: ReadonlyMap<string, string>,
  { from, gone }: Copying,
): Promise<number> {
  const originals = await tx
    .select({
      ...OWN_TEXTS,
      categoryId: nominations.categoryId,
      position: nominations.position,
      artistId: artists.id,
    })
    .from(nominations)
    .innerJoin(
      artists,
      sql`${artists.id} = coalesce(
      (select own.merged_into from ${artists} as own where own.id = ${nominations.artistId}),
      ${nominations.artistId}
    )`,
    )
    .where(
      and(
        isChosen(from),
        inArray(nominations.categoryId, [...copies.keys()]),
        isNull(nominations.withdrawnAt),
        eq(artists.isActive, true),
      ),
    )
    .orderBy(asc(nominations.position), asc(nominations.id));
  const rows: (typeof nominations.$inferInsert)[] = [];
  for (const { categoryId, ...original } of originals) {
    rows.push({
      ...original,
      categoryId: copies.get(categoryId) ?? categoryId,
      nominationPhotoUrl: kept(original.nominationPhotoUrl, gone),
      shareableLink: newShareLink(),
    });
  }
  let created = 0;
  for (let at = 0; at < rows.length; at += ROWS_PER_STATEMENT) {
    const part = await tx
      .insert(nominations)
      .values(rows.slice(at, at + ROWS_PER_STATEMENT))
      .onConflictDoNothing()
      .returning({ id: nominations.id });
    created += part.length;
  }
  return created;
}
