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
    /** Voters' details are not erased before: a change had them erased sooner, and may be taken back. */
    erasureHeldUntil: instant('erasure_held_until'),
    /** The days by which they would be kept as long as before that change. */
    retentionDaysBefore: integer('retention_days_before'),
    updatedAt: updatedAt(),
  },
  (table) => [
    check('event_settings_only_check', sql`${table.isOnly}`),
    check(
      'event_settings_hold_check',
      sql`(${table.erasureHeldUntil} is null) = (${table.retentionDaysBefore} is null)`,
    ),
  ],
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
