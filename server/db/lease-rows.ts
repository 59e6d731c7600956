import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';

/**
 * Condition for a statement that takes the first rows of a queue: ensures that they are selected
 * once. With
 * `in (select … limit 4 for update skip locked)`, PostgreSQL may evaluate the selection again for each row, and
 * then takes all rows, four at a time.
 * @param chosen a query of one column
 */
export const isAmong = (column: AnyPgColumn, chosen: SQLWrapper): SQL =>
  sql`${column} = any(array${chosen})`;

/** Time after now, for the end of a lease or a due time: by PostgreSQL's clock, not a process's. */
export const fromNow = (ms: number): SQL => sql`now() + ${ms} * interval '1 millisecond'`;
