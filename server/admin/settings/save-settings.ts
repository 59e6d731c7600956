import { isDeepStrictEqual } from 'node:util';
import { sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { Database, Transaction } from '#server/db/client';
import { conflict, invalid } from '#server/errors';
import {
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
import { adminActions, eventSettings } from '#shared/schema';

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
  userId: string,
  action: 'settings.update' | 'settings.publish-results',
  change: { before: unknown; after: unknown },
) =>
  tx
    .insert(adminActions)
    .values({ userId, action, entity: 'settings', entityId: 'event', ...change });

interface SaveOptions {
  adminId: string;
  /** Throws when the administrator lacks permission for these effects. */
  admit(effects: readonly ActionEffect[]): void;
}

/**
 * Saves the form. Saves and records nothing when nothing has changed. A change that would erase
 * voters' details sooner is put on hold first (`erasureHold`).
 * @throws AppError 409 `changed-meanwhile` when the input was made from an older version; 400 when
 *   it changes the policy of results that are already public
 */
export const saveSettings = (
  db: Database,
  { settings, version }: EventSettingsInput,
  { adminId, admit }: SaveOptions,
): Promise<void> =>
  db.transaction(async (tx) => {
    const before = await readSettings(tx, true);
    if (before.version !== version) {
      throw conflict('changed-meanwhile', 'Another administrator has changed this in the meantime');
    }
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
    await write(tx, { settings, resultsPublishedAt, ...holdColumns(hold) });
    await record(tx, adminId, 'settings.update', changedValues(before.settings, settings));
  });

const write = (tx: Transaction, values: PgUpdateSetSource<typeof eventSettings>) =>
  tx.update(eventSettings).set({ ...values, version: sql`${eventSettings.version} + 1` });

const holdColumns = (hold: ErasureHold | null) => ({
  erasureHeldUntil: hold?.until ?? null,
  retentionDaysBefore: hold?.retentionDaysBefore ?? null,
});

/**
 * Undoes the shortening of the retention that is on hold; has no effect once details are being
 * erased.
 */
export const cancelErasure = (db: Database, adminId: string): Promise<void> =>
  db.transaction(async (tx) => {
    const { settings: before, hold, readAt } = await readSettings(tx, true);
    if (!hold || hold.until <= readAt) return;
    const settings = { ...before, retentionDays: hold.retentionDaysBefore };
    await write(tx, { settings, ...holdColumns(null) });
    await record(tx, adminId, 'settings.update', changedValues(before, settings));
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
    const { settings: before } = await readSettings(tx, true);
    if (before.routing[operator].fixed === fixed) return;
    const routing = { ...before.routing, [operator]: { ...before.routing[operator], fixed } };
    const settings = { ...before, routing };
    await write(tx, { settings });
    await record(tx, adminId, 'settings.update', changedValues(before, settings));
  });

/** Makes the results public; a repeat changes nothing. */
export const publishResults = (db: Database, adminId: string): Promise<void> =>
  db.transaction(async (tx) => {
    const before = await readSettings(tx, true);
    const { readAt, settings } = before;
    if (resultsPublishedSince(before, readAt) !== null) return;
    await write(tx, { resultsPublishedAt: sql`now()` });
    await record(tx, adminId, 'settings.publish-results', {
      before: { policy: settings.results.policy },
      after: { policy: 'live' },
    });
  });
