import { and, desc, eq, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import type {
  ActingPeople,
  AdminActionFilters,
  AdminActionList,
  adminActionsQuery,
} from '#shared/contracts/admin-catalog';
import { WHOLE_EVENT } from '#shared/domain/books';
import type { RefundStatus } from '#shared/domain/payment';
import { adminActions, artists, categories, refunds, users } from '#shared/schema';
import type { Database, Queryable } from '../db/client';
import { personName } from '../db/person-name';

/** The person whom an action concerns, next to the one who took it. */
const subjects = alias(users, 'subjects');

type ActionsQuery = z.output<typeof adminActionsQuery>;

/**
 * One page of what administrators did, the newest first.
 * @param timezone on whose clock the days of the filters are
 */
export async function listActions(
  db: Database,
  query: ActionsQuery,
  timezone: string,
): Promise<AdminActionList> {
  const { limit } = query;
  const rows = await selectActions(db, query, timezone);
  const page = rows.slice(0, limit);
  return {
    actions: page.map((row) => ({ ...row, at: row.at.toISOString() })),
    nextCursor: rows.length > limit ? (page.at(-1)?.id ?? null) : null,
  };
}

/** @returns a row more than the page has: it tells whether there is a next one */
export const selectActions = (
  db: Queryable,
  { cursor, limit, ...filters }: ActionsQuery,
  timezone: string,
) =>
  db
    .select({
      id: adminActions.id,
      adminName: adminName(),
      action: adminActions.action,
      entity: adminActions.entity,
      entityId: adminActions.entityId,
      entityName: entityName(),
      entityNameFr: entityNameFr(),
      isOpenable: isOpenable(),
      isRestorable: isRestorable(),
      refund: refund(),
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
    .where(and(isAfter(cursor), matches(filters, timezone)))
    .orderBy(desc(adminActions.at), desc(adminActions.id))
    .limit(limit + 1);

/** Each filter alone is read from an index that is in the order of the list. */
function matches({ entity, person, from, to }: AdminActionFilters, timezone: string) {
  const startOf = (day: SQL) => sql`(${day})::timestamp at time zone ${timezone}`;
  return and(
    entity && eq(adminActions.entity, entity),
    person === undefined
      ? undefined
      : and(eq(adminActions.userId, person), sql`not ${isOfCommand()}`),
    from === undefined ? undefined : sql`${adminActions.at} >= ${startOf(sql`${from}::date`)}`,
    to === undefined ? undefined : sql`${adminActions.at} < ${startOf(sql`${to}::date + 1`)}`,
  );
}

const isAfter = (cursor: number | undefined) =>
  cursor === undefined
    ? undefined
    : sql`(${adminActions.at}, ${adminActions.id}) <
        (select last.at, last.id from ${adminActions} last where last.id = ${cursor})`;

/**
 * Everybody who has ever done anything here. Reads one row of the index for each of them, however
 * much they did.
 */
export async function listActingPeople(db: Database): Promise<ActingPeople> {
  const { rows } = await db.execute<ActingPeople['people'][number] & Record<string, unknown>>(sql`
    with recursive acting (id) as (
      (select user_id from ${adminActions} where user_id is not null order by user_id limit 1)
      union all
      select (
        select next.user_id from ${adminActions} next
        where next.user_id > acting.id order by next.user_id limit 1
      ) from acting where acting.id is not null
    )
    select ${users.id} as id, ${personName(users)} as name
    from acting join ${users} on ${users.id} = acting.id
    order by name, id`);
  return { people: rows };
}

/** Without the ids of what an import created: thousands, which mean nothing to a reader. */
const after = () =>
  sql<unknown>`case when ${adminActions.action} = 'catalog.import'
    then ${adminActions.after} - array['artistIds', 'nominationIds'] else ${adminActions.after} end`;

/** Commands are recorded under the person they concern, who did nothing, or under nobody. */
const adminName = () =>
  sql<string | null>`case when ${users.id} is not null and not ${isOfCommand()}
    then ${personName(users)} end`;

const isOfCommand = () => sql`(${adminActions.after} ->> 'reason' is not distinct from 'command')`;

/** Each kind of id is only read as what it is: the others are no UUIDs. */
const entityIdOf = (entity: 'artist' | 'category') =>
  sql`case ${adminActions.entity} when ${entity} then ${adminActions.entityId}::uuid end`;

/** As it stood in what the action left, or took away. */
const recorded = (field: 'name' | 'nameFr') =>
  sql`coalesce(${adminActions.after}, ${adminActions.before}) ->> ${field}`;

/** What artists and categories were called then; people are called as they are now. */
const entityName = () =>
  sql<string | null>`case ${adminActions.entity}
    when 'artist' then coalesce(${recorded('name')}, ${artists.name})
    when 'category' then coalesce(${recorded('name')}, ${categories.name})
    when 'user' then ${personName(subjects)}
    end`;

const entityNameFr = () =>
  sql<string | null>`case when ${adminActions.entity} = 'category' then
    case when ${recorded('name')} is null then ${categories.nameFr} else ${recorded('nameFr')} end
    end`;

/** A deletion that nobody has taken back. */
const isRestorable = () =>
  sql<boolean>`case ${adminActions.action}
    when 'artist.delete' then not ${artists.isActive}
    when 'category.delete' then not ${categories.isActive}
    else false end`;

/** What became of a refund that was asked for here. */
const refund = () =>
  sql<RefundStatus | null>`case ${adminActions.action} when 'payment.refund' then (
    select ${refunds.status} from ${refunds}
    where ${refunds.paymentId} = ${adminActions.entityId}::uuid
    order by ${refunds.attempt} desc limit 1
  ) end`;

/** Payments are never deleted; checks and exports are about none of them alone. */
const isOpenable = () =>
  sql<boolean>`case ${adminActions.entity}
    when 'artist' then coalesce(${artists.isActive}, false)
    when 'category' then coalesce(${categories.isActive}, false)
    when 'books' then ${adminActions.entityId} <> ${WHOLE_EVENT}
    when 'payment' then ${adminActions.action} not in ('payment.check', 'payment.export')
    else false end`;
