import { sql } from 'drizzle-orm';
import { check, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';

/**
 * Number of failures of the site's code in voters' browsers, by hour and kind. Contains nothing
 * that identifies a voter.
 */
export const clientErrors = pgTable(
  'phone_failures',
  {
    hour: timestamp('hour', { withTimezone: true }).notNull(),
    /** Hash of the columns below, except the count. */
    digest: text('digest').notNull(),
    kind: text('kind').notNull(),
    page: text('page').notNull(),
    /** Browser family and major version, as `Chrome 103`. */
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
