import { desc, gte, sql } from 'drizzle-orm';
import type { Queryable } from '#server/db/client';
import { clientErrors } from '#shared/schema';

export interface RecentClientErrors {
  count: number;
  /** Most failures first, ten at most. */
  browsers: { browser: string; count: number }[];
}

const MAX_BROWSERS = 10;

/** Returns the failures of this hour and the one before. */
export async function readRecentClientErrors(db: Queryable): Promise<RecentClientErrors> {
  const count = sql<number>`sum(${clientErrors.count})::int`.mapWith(Number);
  const all = await db
    .select({ browser: clientErrors.browser, count })
    .from(clientErrors)
    .where(gte(clientErrors.hour, sql`date_trunc('hour', now()) - interval '1 hour'`))
    .groupBy(clientErrors.browser)
    .orderBy(desc(count), clientErrors.browser);
  return {
    count: all.reduce((sum, row) => sum + row.count, 0),
    browsers: all.slice(0, MAX_BROWSERS),
  };
}
