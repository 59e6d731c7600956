import { isDeepStrictEqual } from 'node:util';
import { sql } from 'drizzle-orm';
import type { EventSettings, EventSettingsInput } from '#shared/contracts/event-settings';
import { adminActions, eventSettings } from '#shared/schema';
import type { Database, Transaction } from '../db/client';
import { conflict } from '../errors';
import { readSettings } from '../settings';

/** As it is written down: an amount names its currency. */
const recordOf = ({ prices, ...settings }: EventSettings): Record<string, unknown> => ({
  ...settings,
  prices: {
    mobileMoney: { amount: prices.mobileMoney, currency: 'XAF' },
    card: { amount: prices.card, currency: 'USD' },
  },
});

/** Only what is another than before. */
function changed(before: EventSettings, after: EventSettings) {
  const [old, now] = [recordOf(before), recordOf(after)];
  const different = Object.keys(now).filter((name) => !isDeepStrictEqual(old[name], now[name]));
  const those = (record: Record<string, unknown>) =>
    Object.fromEntries(different.map((name) => [name, record[name]]));
  return { before: those(old), after: those(now) };
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
