import { currentAdmin } from '#server/auth/index';
import type { Database } from '#server/db/client';
import type { SecurityLog } from '#server/http/index';
import type { Registry } from '#server/room';
import { chosenEdition, type LiveSettings } from '#server/settings/index';
import { recordActionsExport, sendActionsCsv } from './export-actions';
import { listActingPeople, listActions } from './list-actions';

interface AdminActivityDeps {
  db: Database;
  event: LiveSettings;
  /** Time zone of the event, which defines the days in filters. */
  timezone: () => string;
  security: SecurityLog;
}

/** Actions of the team and of commands. Must be mounted behind the team's guard. */
export function registerAdminActivity(
  { api }: Registry,
  { db, event, timezone, security }: AdminActivityDeps,
): void {
  api.serve('GET /api/admin/actions', ({ query, req }) =>
    listActions(db, { ...query, edition: chosenEdition(event, req).id }, timezone()),
  );
  api.serve('GET /api/admin/actions/people', () => listActingPeople(db));
  api.serve('GET /api/admin/actions.csv', async ({ query, req, res }) => {
    const chosen = { ...query, edition: chosenEdition(event, req).id };
    await recordActionsExport(db, currentAdmin(req).id, chosen);
    security.log(req, 'activity-exported');
    await sendActionsCsv(db, chosen, res, timezone());
    return undefined;
  });
}
