import type { Response } from 'express';
import type { Database } from '#server/db/client';
import { BYTE_ORDER_MARK, csvLine, csvNameOfToday, sendCsv } from '#server/platform/csv/index';
import type { AdminActionFilters, AdminActionList } from '#shared/contracts/admin-catalog';
import { adminActions } from '#shared/schema';
import { listActions } from './list-actions';

const BATCH = 500;

type Action = AdminActionList['actions'][number];

/** @property edition its id */
type EditionActions = AdminActionFilters & { edition: number };

const columnsFor = (timezone: string): { title: string; cell: (action: Action) => string }[] => {
  const clock = new Intl.DateTimeFormat('sv-SE', {
    timeZone: timezone,
    dateStyle: 'short',
    timeStyle: 'medium',
  });
  return [
    { title: 'Time (UTC)', cell: ({ at }) => at },
    { title: `Time (${timezone})`, cell: ({ at }) => clock.format(new Date(at)) },
    { title: 'Person', cell: ({ adminName }) => adminName ?? '' },
    { title: 'Action', cell: ({ action }) => action },
    { title: 'Kind', cell: ({ entity }) => entity },
    { title: 'Name', cell: ({ entityName }) => entityName ?? '' },
    { title: 'ID', cell: ({ entityId }) => entityId },
    { title: 'Before', cell: ({ before }) => jsonOf(before) },
    { title: 'After', cell: ({ after }) => jsonOf(after) },
  ];
};

const jsonOf = (recorded: unknown): string =>
  recorded === null || recorded === undefined ? '' : JSON.stringify(recorded);

/** Records who exports which entries, before anything is sent. */
export async function recordActionsExport(
  db: Database,
  adminId: string,
  { edition, ...chosen }: EditionActions,
): Promise<void> {
  await db.insert(adminActions).values({
    editionId: edition,
    userId: adminId,
    action: 'activity.export',
    entity: 'activity',
    entityId: 'activity.csv',
    after: Object.keys(chosen).length > 0 ? chosen : null,
  });
}

/** Sends all matching entries, newest first. */
export const sendActionsCsv = (
  db: Database,
  filters: EditionActions,
  res: Response,
  timezone: string,
): Promise<void> =>
  sendCsv(res, csvNameOfToday('activity', timezone), csvOf(db, filters, timezone));

async function* csvOf(
  db: Database,
  filters: EditionActions,
  timezone: string,
): AsyncGenerator<string> {
  const columns = columnsFor(timezone);
  yield BYTE_ORDER_MARK + csvLine(columns.map(({ title }) => title));
  let cursor: number | undefined;
  do {
    const page: AdminActionList = await listActions(
      db,
      { ...filters, cursor, limit: BATCH },
      timezone,
    );
    yield page.actions.map((action) => csvLine(columns.map(({ cell }) => cell(action)))).join('');
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
}
