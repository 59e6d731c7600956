import { sql } from 'drizzle-orm';
import { check, date, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';

/** Number of visits by links of one source on a day in the event's time zone. */
export const linkVisits = pgTable(
  'link_visits',
  {
    day: date('day').notNull(),
    source: text('source').notNull(),
    visits: integer('visits').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.day, table.source] }),
    check('link_visits_visits_check', sql`${table.visits} > 0`),
  ],
);
