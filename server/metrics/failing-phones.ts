import { desc, gte, sql } from 'drizzle-orm';
import type { Queryable } from '#server/db/client';
import { phoneFailures } from '#shared/schema';

export interface FailingPhones {
  count: number;
  /** Most failures first, ten at most. */
  browsers: { browser: string; count: number }[];
}

const MAX_BROWSERS = 10;

/** Returns the failures of this hour and the one before. */
export async function readFailingPhones(db: Queryable): Promise<FailingPhones> {
  const count = sql<number>`sum(${phoneFailures.count})::int`.mapWith(Number);
  const all = await db
    .select({ browser: phoneFailures.browser, count })
    .from(phoneFailures)
    .where(gte(phoneFailures.hour, sql`date_trunc('hour', now()) - interval '1 hour'`))
    .groupBy(phoneFailures.browser)
    .orderBy(desc(count), phoneFailures.browser);
  return {
    count: all.reduce((sum, one) => sum + one.count, 0),
    browsers: all.slice(0, MAX_BROWSERS),
  };
}
