import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';

/**
 * For a statement that takes the first rows of a queue: they are chosen once. With `in (select …
 * limit 4 for update skip locked)` PostgreSQL is free to choose anew for each row that it looks at,
 * and then takes all of them, four by four.
 * @param chosen a query of one column
 */
export const isAmong = (column: AnyPgColumn, chosen: SQLWrapper): SQL =>
  sql`${column} = any(array${chosen})`;

/** When a lease ends, or a row is due: PostgreSQL's clock, and not that of a process. */
export const fromNow = (ms: number): SQL => sql`now() + ${ms} * interval '1 millisecond'`;
