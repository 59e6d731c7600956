import { and, desc, eq, lt, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import type { AdminActionList, adminActionsQuery } from '#shared/contracts/admin-catalog';
import { WHOLE_EVENT } from '#shared/domain/books';
import { adminActions, artists, categories, users } from '#shared/schema';
import type { Database } from '../db/client';
import { personName } from '../db/person-name';

/** The person whom an action concerns, next to the one who took it. */
const subjects = alias(users, 'subjects');

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
      entityNameFr: categories.nameFr,
      isOpenable: isOpenable(),
      before: adminActions.before,
      after: after(),
      at: adminActions.at,
    })
    .from(adminActions)
    .leftJoin(users, eq(users.id, adminActions.userId))
    .leftJoin(artists, eq(artists.id, entityIdOf('artist')))
    .leftJoin(categories, eq(categories.id, entityIdOf('category')))
    .leftJoin(
      subjects,
      and(eq(adminActions.entity, 'user'), eq(subjects.id, adminActions.entityId)),
    )
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

/** Without the ids of what an import created: thousands, which mean nothing to a reader. */
const after = () =>
  sql<unknown>`case when ${adminActions.action} = 'catalog.import'
    then ${adminActions.after} - array['artistIds', 'nominationIds'] else ${adminActions.after} end`;

/** Commands are recorded under the person they concern, who did nothing, or under nobody. */
const adminName = () =>
  sql<string | null>`case when ${users.id} is not null
    and ${adminActions.after} ->> 'reason' is distinct from 'command'
    then ${personName(users)} end`;

/** Each kind of id is only read as what it is: the others are no UUIDs. */
const entityIdOf = (entity: 'artist' | 'category') =>
  sql`case ${adminActions.entity} when ${entity} then ${adminActions.entityId}::uuid end`;

const entityName = () =>
  sql<string | null>`case ${adminActions.entity}
    when 'artist' then ${artists.name}
    when 'category' then ${categories.name}
    when 'user' then ${personName(subjects)}
    end`;

/** Payments are never deleted; checks and exports are about none of them alone. */
const isOpenable = () =>
  sql<boolean>`case ${adminActions.entity}
    when 'artist' then coalesce(${artists.isActive}, false)
    when 'category' then coalesce(${categories.isActive}, false)
    when 'books' then ${adminActions.entityId} <> ${WHOLE_EVENT}
    when 'payment' then ${adminActions.action} not in ('payment.check', 'payment.export')
    else false end`;
