import type { EventSettings, SavedSettings } from '#shared/contracts/event-settings';
import { detailsKeptUntil, erasureHold, erasureToTakeBack } from '#shared/domain/retention';
import { currentAdmin, requireRecentSignIn } from '../auth';
import type { Database } from '../db/client';
import { invalid } from '../errors';
import type { Api } from '../http';
import {
  type CurrentSettings,
  type LiveSettings,
  resultsPublishedSince,
  resultsShown,
  retentionIn,
  retentionOf,
} from '../settings';
import { countKept } from '../voters';
import { keepDetails, publishResults, saveSettings } from './save-settings';

interface SettingsRouteDeps {
  db: Database;
  event: LiveSettings;
  /** Smallest amount that the mobile money provider accepts, in XAF. */
  leastMobileMoney: number;
  /** Called after a change of the settings, to recompute what depends on them. */
  onChange(): void;
}

/** The organiser's settings. Must be mounted behind the administrators' guard. */
export function adminSettingsRoutes(api: Api, deps: SettingsRouteDeps): void {
  const { db, event, leastMobileMoney, onChange } = deps;
  const changed = async (): Promise<SavedSettings> => {
    await event.reload();
    onChange();
    return savedFrom(db, event.current);
  };
  api.serve('GET /api/admin/settings', async () => {
    await event.reload(); // Another process may have saved a moment ago
    return savedFrom(db, event.current);
  });
  api.serve('PUT /api/admin/settings', async ({ body, req }) => {
    assertTaken(body.settings, leastMobileMoney);
    await saveSettings(db, body, {
      adminId: currentAdmin(req).id,
      admit: (deeds) => deeds.length > 0 && requireRecentSignIn(req),
    });
    return changed();
  });
  api.serve('POST /api/admin/settings/preview', async ({ body }) => {
    await event.reload();
    const { current } = event;
    const draft = retentionIn(body);
    const hold = erasureHold(retentionOf(current), draft, current.readAt);
    return { erasure: await plannedErasure(db, hold && detailsKeptUntil({ ...draft, hold })) };
  });
  api.serve('POST /api/admin/settings/keep-details', async ({ req }) => {
    await keepDetails(db, currentAdmin(req).id);
    return changed();
  });
  api.serve('POST /api/admin/settings/publish-results', async ({ req }) => {
    await publishResults(db, currentAdmin(req).id);
    return changed();
  });
}

/** Checks that the provider accepts the price of a single vote. */
function assertTaken({ prices, methods }: EventSettings, leastMobileMoney: number): void {
  if (!methods.mobileMoney || prices.mobileMoney >= leastMobileMoney) return;
  const message = 'price-below-provider';
  throw invalid('The provider does not accept amounts this small', [
    { path: 'settings.prices.mobileMoney', message },
  ]);
}

async function savedFrom(db: Database, current: CurrentSettings): Promise<SavedSettings> {
  const { hold, readAt } = current;
  const erasure = await plannedErasure(db, erasureToTakeBack(retentionOf(current), readAt));
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
  from && { from: from.toISOString(), payments: await countKept(db) };
