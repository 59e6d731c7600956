import { and, desc, eq, lt, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { AdminActionList, adminActionsQuery } from '../../shared/contracts/admin-catalog';
import { adminActions, artists, categories, users } from '../../shared/schema';
import type { Database } from '../db/client';

/** One page of what administrators did, the newest first. */
export async function listActions(
  db: Database,
  { cursor, limit, entity }: z.output<typeof adminActionsQuery>,
): Promise<AdminActionList> {
  const rows = await db
    .select({
      id: adminActions.id,
      adminName: adminName(),
      action: adminActions.action,
      entity: adminActions.entity,
      entityId: adminActions.entityId,
      entityName: entityName(),
      before: adminActions.before,
      after: adminActions.after,
      at: adminActions.at,
    })
    .from(adminActions)
    .innerJoin(users, eq(users.id, adminActions.userId))
    .where(
      and(
        cursor === undefined ? undefined : lt(adminActions.id, cursor),
        entity && eq(adminActions.entity, entity),
      ),
    )
    .orderBy(desc(adminActions.id))
    // One more tells whether there is a next page.
    .limit(limit + 1);
  const page = rows.slice(0, limit);
  return {
    actions: page.map((row) => ({ ...row, at: row.at.toISOString() })),
    nextCursor: rows.length > limit ? (page.at(-1)?.id ?? null) : null,
  };
}

/** Commands are recorded under the person they concern, who did nothing. */
const adminName = () =>
  sql<string | null>`case when ${adminActions.after} ->> 'reason' is distinct from 'command'
    then ${personName()} end`;

/** Not everybody has told the sign-in provider a name. */
const personName = () =>
  sql<string>`coalesce(
    nullif(trim(concat_ws(' ', ${users.firstName}, ${users.lastName})), ''), ${users.email}, ${users.id})`;

/** Each kind of id is only read as what it is: the others are no UUIDs. */
const entityName = () =>
  sql<string | null>`case ${adminActions.entity}
    when 'artist' then (
      select ${artists.name} from ${artists} where ${artists.id} = ${adminActions.entityId}::uuid)
    when 'category' then (
      select ${categories.name} from ${categories}
      where ${categories.id} = ${adminActions.entityId}::uuid)
    when 'user' then (
      select coalesce(
        nullif(trim(concat_ws(' ', subject.first_name, subject.last_name)), ''),
        subject.email, subject.id)
      from ${users} as subject where subject.id = ${adminActions.entityId})
    end`;
