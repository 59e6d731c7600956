import { sql } from 'drizzle-orm';
import type { Queryable } from '#server/db/client';

/** Counts the connections to this database that wait for a lock of another one. */
export async function waitingForLocks(db: Queryable): Promise<number> {
  const { rows } = await db.execute(
    sql`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows.length;
}
