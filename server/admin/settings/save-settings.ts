import { isDeepStrictEqual } from 'node:util';
import { eq, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { Database, Transaction } from '#server/db/client';
import { isUniqueViolation } from '#server/db/errors';
import { conflict, invalid, notFound } from '#server/errors';
import {
  type Edition,
  editionArchived,
  findEdition,
  publicationUndoUntil,
  readSettings,
  resultsPublishedSince,
  retentionIn,
  retentionOf,
} from '#server/settings/index';
import {
  type EventSettings,
  type EventSettingsInput,
  SETTINGS_EFFECTS,
} from '#shared/contracts/event-settings';
import type { WalletOperator } from '#shared/domain/phone';
import { type ErasureHold, erasureHold } from '#shared/domain/retention';
import type { ActionEffect } from '#shared/domain/sign-in';
import { adminActions, editions } from '#shared/schema';

/** Converts settings to their recorded form, in which amounts include their currency. */
const recordOf = ({ prices, ...settings }: EventSettings): Record<string, unknown> => ({
  ...settings,
  prices: {
    mobileMoney: { amount: prices.mobileMoney, currency: 'XAF' },
    card: { amount: prices.card, currency: 'USD' },
  },
});

const FIELDS = Object.keys(SETTINGS_EFFECTS) as (keyof EventSettings)[];

/** Returns the names of the fields that differ. */
const changedFields = (before: EventSettings, after: EventSettings) =>
  FIELDS.filter((field) => !isDeepStrictEqual(before[field], after[field]));

/** Returns only the fields that differ. */
function changedValues(before: EventSettings, after: EventSettings) {
  const different = changedFields(before, after);
  const pickChanged = (record: Record<string, unknown>) =>
    Object.fromEntries(different.map((name) => [name, record[name]]));
  return { before: pickChanged(recordOf(before)), after: pickChanged(recordOf(after)) };
}

const record = (
  tx: Transaction,
  { edition, adminId: userId }: Editor,
  action: 'settings.update' | 'settings.publish-results' | 'settings.withdraw-results',
  change: { before: unknown; after: unknown },
) =>
  tx.insert(adminActions).values({
    editionId: edition,
    userId,
    action,
    entity: 'settings',
    entityId: 'event',
    ...change,
  });

/** Who changes the settings of which edition. */
interface Editor {
  adminId: string;
  /** Id of the edition. */
  edition: number;
}

/**
 * Locks an edition.
 * @param mayBeArchived true for what an archived one still allows
 * @throws AppError 404, 409 `edition-archived`
 */
async function lockEdition(tx: Transaction, id: number, mayBeArchived = false): Promise<Edition> {
  const edition = await findEdition(tx, id, true);
  if (!edition) throw notFound('edition');
  if (!mayBeArchived && edition.state === 'archived') throw editionArchived();
  return edition;
}

interface SaveOptions extends Editor {
  /** Throws when the administrator lacks permission for these effects. */
  admit(effects: readonly ActionEffect[]): void;
}

/**
 * Saves the form. Saves and records nothing when nothing has changed. A change that would erase
 * voters' details sooner is put on hold first (`erasureHold`).
 * @throws AppError 409 `changed-meanwhile` when the input was made from an older version,
 *   `edition-exists` when another edition has the year, `edition-archived`; 400 when
 *   it changes the policy of results that are already public
 */
export async function saveSettings(
  db: Database,
  { settings: input, version }: EventSettingsInput,
  { admit, ...editor }: SaveOptions,
): Promise<void> {
  const saving = db.transaction(async (tx) => {
    const before = await lockEdition(tx, editor.edition);
    if (before.version !== version) {
      throw conflict('changed-meanwhile', 'Another administrator has changed this in the meantime');
    }
    const settings = await withOwnRouting(tx, before, input);
    const fields = changedFields(before.settings, settings);
    if (fields.length === 0) return;
    admit(fields.flatMap((field) => SETTINGS_EFFECTS[field]));
    const resultsPublishedAt = resultsPublishedSince(before, before.readAt);
    if (resultsPublishedAt !== null && fields.includes('results')) {
      throw invalid('The results are already published', [
        { path: 'settings.results.policy', message: 'results-published' },
      ]);
    }
    const hold = erasureHold(retentionOf(before), retentionIn(settings), before.readAt);
    // Results published at the end of voting stay published if voting is extended.
    await write(tx, editor.edition, { settings, resultsPublishedAt, ...holdColumns(hold) });
    await record(tx, editor, 'settings.update', changedValues(before.settings, settings));
  });
  await saving.catch((error: unknown) => {
    if (!isUniqueViolation(error, 'editions_year_key')) throw error;
    throw conflict('edition-exists', 'There is an edition of this year');
  });
}

const write = (tx: Transaction, id: number, values: PgUpdateSetSource<typeof editions>) =>
  tx
    .update(editions)
    .set({ ...values, version: sql`${editions.version} + 1` })
    .where(eq(editions.id, id));

/** Providers are the installation's: a draft has the order of the current edition. */
async function withOwnRouting(
  tx: Transaction,
  { state }: Edition,
  settings: EventSettings,
): Promise<EventSettings> {
  if (state === 'current') return settings;
  const { routing } = (await readSettings(tx)).settings;
  return { ...settings, routing };
}

const holdColumns = (hold: ErasureHold | null) => ({
  erasureHeldUntil: hold?.until ?? null,
  retentionDaysBefore: hold?.retentionDaysBefore ?? null,
});

/**
 * Undoes the shortening of the retention that is on hold; has no effect once details are being
 * erased.
 */
export const cancelErasure = (db: Database, editor: Editor): Promise<void> =>
  db.transaction(async (tx) => {
    const { settings: before, hold, readAt } = await lockEdition(tx, editor.edition);
    if (!hold || hold.until <= readAt) return;
    const settings = { ...before, retentionDays: hold.retentionDaysBefore };
    await write(tx, editor.edition, { settings, ...holdColumns(null) });
    await record(tx, editor, 'settings.update', changedValues(before, settings));
  });

/**
 * Fixes the provider that takes the payments of an operator; null returns to the order. A repeat
 * changes nothing.
 */
export const fixRoute = (
  db: Database,
  { operator, provider: fixed }: { operator: WalletOperator; provider: string | null },
  adminId: string,
): Promise<void> =>
  db.transaction(async (tx) => {
    const { id: edition, settings: before } = await readSettings(tx, true);
    if (before.routing[operator].fixed === fixed) return;
    const routing = { ...before.routing, [operator]: { ...before.routing[operator], fixed } };
    const settings = { ...before, routing };
    await write(tx, edition, { settings });
    await record(tx, { edition, adminId }, 'settings.update', changedValues(before, settings));
  });

/** Makes the results public; a repeat changes nothing. */
export const publishResults = (db: Database, editor: Editor): Promise<void> =>
  db.transaction(async (tx) => {
    const before = await lockEdition(tx, editor.edition, true);
    const { readAt, settings } = before;
    if (resultsPublishedSince(before, readAt) !== null) return;
    await write(tx, editor.edition, { resultsPublishedAt: sql`now()` });
    await record(tx, editor, 'settings.publish-results', {
      before: { policy: settings.results.policy },
      after: { policy: 'live' },
    });
  });

/**
 * Undoes a publication by mistake; a repeat changes nothing.
 * @throws AppError 409 `publication-final` when it is too old, or the rule of the settings has
 *   published the results as well
 */
export const withdrawResults = (db: Database, editor: Editor): Promise<void> =>
  db.transaction(async (tx) => {
    const before = await lockEdition(tx, editor.edition, true);
    if (before.resultsPublishedAt === null) return;
    if (publicationUndoUntil(before, before.readAt) === null) {
      throw conflict('publication-final', 'These results stay published');
    }
    await write(tx, editor.edition, { resultsPublishedAt: null });
    await record(tx, editor, 'settings.withdraw-results', {
      before: { policy: 'live' },
      after: { policy: before.settings.results.policy },
    });
  });
