import { currentAdmin } from '#server/auth/index';
import type { Database } from '#server/db/client';
import type { SecurityLog } from '#server/http/index';
import type { Registry } from '#server/room';
import { recordActionsExport, sendActionsCsv } from './export-actions';
import { listActingPeople, listActions } from './list-actions';

interface AdminActivityDeps {
  db: Database;
  /** Time zone of the event, which defines the days in filters. */
  timezone: () => string;
  security: SecurityLog;
}

/** Actions of the team and of commands. Must be mounted behind the team's guard. */
export function registerAdminActivity(
  { api }: Registry,
  { db, timezone, security }: AdminActivityDeps,
): void {
  api.serve('GET /api/admin/actions', ({ query }) => listActions(db, query, timezone()));
  api.serve('GET /api/admin/actions/people', () => listActingPeople(db));
  api.serve('GET /api/admin/actions.csv', async ({ query, req, res }) => {
    await recordActionsExport(db, currentAdmin(req).id, query);
    security.log(req, 'activity-exported');
    await sendActionsCsv(db, query, res, timezone());
    return undefined;
  });
}
