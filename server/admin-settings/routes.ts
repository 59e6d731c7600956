import { isDeepStrictEqual } from 'node:util';
import type { EventSettings, SavedSettings } from '#shared/contracts/event-settings';
import { currentAdmin, requireRecentSignIn } from '../auth';
import type { Database } from '../db/client';
import { invalid } from '../errors';
import type { Api } from '../http';
import { type CurrentSettings, type LiveSettings, resultsShown } from '../settings';
import { publishResults, saveSettings } from './save-settings';

interface SettingsRouteDeps {
  db: Database;
  event: LiveSettings;
  /** The least that the mobile money provider takes, in XAF. */
  leastMobileMoney: number;
  /** Whatever follows from the settings is made anew. */
  onChange(): void;
}

/** What the organiser sets. To be mounted behind the administrators' guard. */
export function adminSettingsRoutes(api: Api, deps: SettingsRouteDeps): void {
  const { db, event, leastMobileMoney, onChange } = deps;
  const changed = async (): Promise<SavedSettings> => {
    await event.reload();
    onChange();
    return savedFrom(event.current);
  };
  api.serve('GET /api/admin/settings', async () => {
    await event.reload(); // another process may have saved a moment ago
    return savedFrom(event.current);
  });
  api.serve('PUT /api/admin/settings', async ({ body, req }) => {
    assertTaken(body.settings, leastMobileMoney);
    if (changesMoneyOrResults(event.current.settings, body.settings)) requireRecentSignIn(req);
    await saveSettings(db, currentAdmin(req).id, body);
    return changed();
  });
  api.serve('POST /api/admin/settings/publish-results', async ({ req }) => {
    await publishResults(db, currentAdmin(req).id);
    return changed();
  });
}

/** What voters pay, whether they can, and what the public sees of it. */
const changesMoneyOrResults = (before: EventSettings, after: EventSettings): boolean =>
  WEIGHTY.some((name) => !isDeepStrictEqual(before[name], after[name]));
const WEIGHTY = ['prices', 'opensAt', 'closesAt', 'results'] as const;

/** One vote must be payable. */
function assertTaken({ prices, methods }: EventSettings, leastMobileMoney: number): void {
  if (!methods.mobileMoney || prices.mobileMoney >= leastMobileMoney) return;
  const message = 'price-below-provider';
  throw invalid('The provider takes no amounts as small', [
    { path: 'settings.prices.mobileMoney', message },
  ]);
}

const savedFrom = (current: CurrentSettings): SavedSettings => ({
  settings: current.settings,
  version: current.version,
  updatedAt: current.updatedAt.toISOString(),
  resultsPublishedAt: current.resultsPublishedAt?.toISOString() ?? null,
  shows: resultsShown(current, new Date()).shows,
});
