import { countUnerased } from '#server/admin/voters/index';
import { currentAdmin, requireRecentSignIn } from '#server/auth/index';
import type { Database } from '#server/db/client';
import { invalid } from '#server/errors';
import type { Registry } from '#server/room';
import {
  type CurrentSettings,
  type LiveSettings,
  resultsPublishedSince,
  resultsShown,
  retentionIn,
  retentionOf,
} from '#server/settings/index';
import type { EventSettings, SavedSettings } from '#shared/contracts/event-settings';
import { detailsKeptUntil, erasureHold, revocableErasure } from '#shared/domain/retention';
import { cancelErasure, publishResults, saveSettings } from './save-settings';

interface SettingsRouteDeps {
  db: Database;
  event: LiveSettings;
  payments: { mobileMoney: { leastAmount: number } | null };
  /** Called once changed settings are saved and read again. */
  onSettings(): void;
}

/** Adds the endpoints of the event's settings. */
export function registerAdminSettings({ api }: Registry, deps: SettingsRouteDeps): void {
  const { db, event, onSettings } = deps;
  // Smallest amount the mobile money provider accepts, in XAF.
  const leastMobileMoney = deps.payments.mobileMoney?.leastAmount ?? 0;
  const reloadSettings = async (): Promise<SavedSettings> => {
    await event.reload();
    onSettings();
    return savedFrom(db, event.current);
  };
  api.serve('GET /api/admin/settings', async () => {
    await event.reload(); // Another process may have saved a moment ago.
    return savedFrom(db, event.current);
  });
  api.serve('PUT /api/admin/settings', async ({ body, req }) => {
    assertPriceAccepted(body.settings, leastMobileMoney);
    await saveSettings(db, body, {
      adminId: currentAdmin(req).id,
      admit: (effects) => effects.length > 0 && requireRecentSignIn(req),
    });
    return reloadSettings();
  });
  api.serve('POST /api/admin/settings/preview', async ({ body }) => {
    await event.reload();
    const { current } = event;
    const draft = retentionIn(body);
    const hold = erasureHold(retentionOf(current), draft, current.readAt);
    return { erasure: await plannedErasure(db, hold && detailsKeptUntil({ ...draft, hold })) };
  });
  api.serve('POST /api/admin/settings/keep-details', async ({ req }) => {
    await cancelErasure(db, currentAdmin(req).id);
    return reloadSettings();
  });
  api.serve('POST /api/admin/settings/publish-results', async ({ req }) => {
    await publishResults(db, currentAdmin(req).id);
    return reloadSettings();
  });
}

/** Checks that the provider accepts the price of a single vote. */
function assertPriceAccepted({ prices, methods }: EventSettings, leastMobileMoney: number): void {
  if (!methods.mobileMoney || prices.mobileMoney >= leastMobileMoney) return;
  const message = 'price-below-provider';
  throw invalid('The provider does not accept amounts this small', [
    { path: 'settings.prices.mobileMoney', message },
  ]);
}

async function savedFrom(db: Database, current: CurrentSettings): Promise<SavedSettings> {
  const { hold, readAt } = current;
  const erasure = await plannedErasure(db, revocableErasure(retentionOf(current), readAt));
  return {
    settings: current.settings,
    version: current.version,
    updatedAt: current.updatedAt.toISOString(),
    resultsPublishedAt: resultsPublishedSince(current, readAt)?.toISOString() ?? null,
    shows: resultsShown(current, readAt).shows,
    erasure: hold && erasure && { ...erasure, retentionDaysBefore: hold.retentionDaysBefore },
  };
}

const plannedErasure = async (db: Database, from: Date | null) =>
  from && { from: from.toISOString(), payments: await countUnerased(db) };
