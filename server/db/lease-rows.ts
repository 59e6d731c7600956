import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';

/**
 * Condition that selects the first rows of a queue. Use it instead of `in (select … limit n for
 * update skip locked)`: PostgreSQL may run that subquery again for each row, which defeats the
 * limit. `= any(array(…))` runs it exactly once.
 * @param chosen a query of one column
 */
export const isOneOf = (column: AnyPgColumn, chosen: SQLWrapper): SQL =>
  sql`${column} = any(array${chosen})`;

/** The database's current time plus `ms`, for the end of a lease or a due time. */
export const fromNow = (ms: number): SQL => sql`now() + ${ms} * interval '1 millisecond'`;
