import { type AnyColumn, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { nominations } from '#shared/schema';

// Votes stay with the nomination they were cast for. After a merge of artists they count for another
// one; whatever counts or names votes reads that one by these conditions.

/** The nomination that the votes of another one count for: itself, unless it was merged. */
export const standing = alias(nominations, 'standing');

/** Condition of the join of `standing` with `nominations`, for which votes were cast. */
export const isStanding = sql`${standing.id} = coalesce(${nominations.mergedInto}, ${nominations.id})`;

/** Ids of all nominations whose votes count for one that was not merged. */
export const castFor = (nominationId: SQL | AnyColumn): SQL =>
  sql`array(
    select cast_for.id from ${nominations} as cast_for where cast_for.merged_into = ${nominationId}
    union all select ${nominationId}
  )`;
