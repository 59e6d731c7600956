import { sql } from 'drizzle-orm';
import { check, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';

/**
 * How often the site's code failed in voters' browsers, by the hour and by what failed where. Nothing
 * in it says whose browser it was.
 */
export const phoneFailures = pgTable(
  'phone_failures',
  {
    hour: timestamp('hour', { withTimezone: true }).notNull(),
    /** A hash of what follows, but for the count. */
    digest: text('digest').notNull(),
    kind: text('kind').notNull(),
    page: text('page').notNull(),
    /** The family's name and the major version, as `Chrome 103`. */
    browser: text('browser').notNull(),
    language: text('language').notNull(),
    message: text('message').notNull(),
    frames: text('frames').array().notNull(),
    count: integer('count').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.hour, table.digest] }),
    check('phone_failures_count_check', sql`${table.count} > 0`),
  ],
);
