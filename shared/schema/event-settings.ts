import { sql } from 'drizzle-orm';
import { boolean, check, integer, jsonb, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core';
import type { EventSettings } from '../contracts/event-settings';
import { nominations } from './catalog';
import { instant, updatedAt } from './columns';

/** One row: what the organiser sets. A trigger tells all processes of every change. */
export const eventSettings = pgTable(
  'event_settings',
  {
    isOnly: boolean('is_only').primaryKey().default(true),
    /** Counts the edits, so that an edit of an outdated version can be refused. */
    version: integer('version').notNull().default(1),
    /** Parsed by its contract whenever it is read. */
    settings: jsonb('settings').$type<EventSettings>().notNull(),
    /** When the organiser showed the results to everybody; never taken back. */
    resultsPublishedAt: instant('results_published_at'),
    updatedAt: updatedAt(),
  },
  (table) => [check('event_settings_only_check', sql`${table.isOnly}`)],
);

/** What the public sees from the moment at which the totals were sealed: the votes counted by then. */
export const sealedTotals = pgTable(
  'sealed_totals',
  {
    sealedAt: instant('sealed_at').notNull(),
    nominationId: uuid('nomination_id')
      .notNull()
      .references(() => nominations.id),
    votes: integer('votes').notNull(),
  },
  (table) => [primaryKey({ columns: [table.sealedAt, table.nominationId] })],
);
