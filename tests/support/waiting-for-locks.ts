import { sql } from 'drizzle-orm';
import type { Queryable } from '#server/db/client';

/** How many connections to this database wait for what another one has locked. */
export async function waitingForLocks(db: Queryable): Promise<number> {
  const { rows } = await db.execute(
    sql`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows.length;
}
