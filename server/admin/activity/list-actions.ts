import { and, desc, eq, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import type { Database, Queryable } from '#server/db/client';
import { personName } from '#server/db/person-name';
import type {
  ActingPeople,
  AdminActionFilters,
  AdminActionList,
  adminActionsQuery,
} from '#shared/contracts/admin-catalog';
import { WHOLE_EVENT } from '#shared/domain/books';
import { MERGE_UNDO_MS } from '#shared/domain/merge';
import type { RefundStatus } from '#shared/domain/payment';
import { adminActions, artistMerges, artists, categories, refunds, users } from '#shared/schema';

/** The user an action concerns, besides the one who took it. */
const subjects = alias(users, 'subjects');

/** Id of the edition whose actions are wanted. */
interface OfEdition {
  edition: number;
}

type ActionsQuery = z.output<typeof adminActionsQuery> & OfEdition;

/**
 * Returns one page of administrators' actions in an edition, newest first.
 * @param timezone of the days in the filters
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

/** @returns one row more than a page, which shows whether there is a next page */
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
      undoableMerge: undoableMerge(),
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

/** Each filter alone is served by an index in the order of the list. */
function matches(
  { edition, entity, person, from, to }: AdminActionFilters & OfEdition,
  timezone: string,
) {
  const startOf = (day: SQL) => sql`(${day})::timestamp at time zone ${timezone}`;
  return and(
    eq(adminActions.editionId, edition),
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
 * Returns all users who have ever acted here. Reads one index row per user, however many actions
 * they have.
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

/** Omits ids, which mean nothing to a reader; an import creates thousands. */
const after = () =>
  sql<unknown>`case ${adminActions.action}
    when 'catalog.import' then ${adminActions.after} - array['artistIds', 'nominationIds', 'categoryIds']
    when 'artist.merge' then ${adminActions.after} - 'merge'
    else ${adminActions.after} end`;

/** A command is recorded under the user it concerns, who did not act, or under no user. */
const adminName = () =>
  sql<string | null>`case when ${users.id} is not null and not ${isOfCommand()}
    then ${personName(users)} end`;

const isOfCommand = () => sql`(${adminActions.after} ->> 'reason' is not distinct from 'command')`;

/** Casts an id only in actions of its kind: other ids are not UUIDs. */
const entityIdOf = (entity: 'artist' | 'category') =>
  sql`case ${adminActions.entity} when ${entity} then ${adminActions.entityId}::uuid end`;

/** Value in the version that the action left or removed. */
const recorded = (field: 'name' | 'nameFr') =>
  sql`coalesce(${adminActions.after}, ${adminActions.before}) ->> ${field}`;

/** Artists and categories have their name at that time; people have their current name. */
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

/** True for a deletion that was not undone. */
const isRestorable = () =>
  sql<boolean>`case ${adminActions.action}
    when 'artist.delete' then not ${artists.isActive}
    when 'category.delete' then not ${categories.isActive}
    else false end`;

/** Id of a merge that can still be undone: neither of the two was merged again since. */
const undoableMerge = () =>
  sql<string | null>`case ${adminActions.action} when 'artist.merge' then (
    select ${artistMerges.id} from ${artistMerges}
    where ${artistMerges.id}::text = ${adminActions.after} ->> 'merge'
      and ${artistMerges.undoneAt} is null
      and ${artistMerges.mergedAt} > now() - ${MERGE_UNDO_MS} * interval '1 millisecond'
      and not exists (
        select from ${artistMerges} as later
        where later.undone_at is null and later.merged_at > ${artistMerges.mergedAt}
          and array[later.artist_id, later.into_id]
            && array[${artistMerges.artistId}, ${artistMerges.intoId}]
      )
  ) end`;

/** State of the refund requested by this action. */
const refund = () =>
  sql<RefundStatus | null>`case ${adminActions.action} when 'payment.refund' then (
    select ${refunds.status} from ${refunds}
    where ${refunds.paymentId} = ${adminActions.entityId}::uuid
    order by ${refunds.attempt} desc limit 1
  ) end`;

/** Payments are never deleted; checks and exports have no single payment to open. */
const isOpenable = () =>
  sql<boolean>`case ${adminActions.entity}
    when 'artist' then coalesce(${artists.isActive}, false)
    when 'category' then coalesce(${categories.isActive}, false)
    when 'books' then ${adminActions.entityId} <> ${WHOLE_EVENT}
    when 'payment' then ${adminActions.action} not in ('payment.check', 'payment.export', 'payment.name-words')
    else false end`;
