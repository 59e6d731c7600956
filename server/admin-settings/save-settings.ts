import { isDeepStrictEqual } from 'node:util';
import { sql } from 'drizzle-orm';
import type { EventSettings, EventSettingsInput } from '#shared/contracts/event-settings';
import { adminActions, eventSettings } from '#shared/schema';
import type { Database, Transaction } from '../db/client';
import { conflict } from '../errors';
import { readSettings } from '../settings';

/** What one change did, as Activity shows it: only what is another than before. */
function changed(before: EventSettings, after: EventSettings) {
  const names = Object.keys(after) as (keyof EventSettings)[];
  const different = names.filter((name) => !isDeepStrictEqual(before[name], after[name]));
  const those = (settings: EventSettings) =>
    Object.fromEntries(different.map((name) => [name, settings[name]]));
  return { before: those(before), after: those(after) };
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

/**
 * Saves what the form says. What is as it was is left alone, and nothing is recorded.
 * @throws AppError 409 `changed-meanwhile` when the input was made from an older version
 */
export const saveSettings = (
  db: Database,
  adminId: string,
  { settings, version }: EventSettingsInput,
): Promise<void> =>
  db.transaction(async (tx) => {
    const before = await readSettings(tx, true);
    if (before.version !== version) {
      throw conflict('changed-meanwhile', 'Somebody else has changed this in the meantime');
    }
    if (isDeepStrictEqual(before.settings, settings)) return;
    await tx.update(eventSettings).set({ settings, version: sql`${eventSettings.version} + 1` });
    await record(tx, adminId, 'settings.update', changed(before.settings, settings));
  });

/** Shows the results to everybody; a repeat changes nothing. */
export const publishResults = (db: Database, adminId: string): Promise<void> =>
  db.transaction(async (tx) => {
    const { resultsPublishedAt, settings } = await readSettings(tx, true);
    if (resultsPublishedAt !== null) return;
    await tx
      .update(eventSettings)
      .set({ resultsPublishedAt: sql`now()`, version: sql`${eventSettings.version} + 1` });
    await record(tx, adminId, 'settings.publish-results', {
      before: { policy: settings.results.policy },
      after: { policy: 'live' },
    });
  });
