import { sql } from 'drizzle-orm';
import { boolean, check, integer, jsonb, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core';
import type { EventSettings } from '#shared/contracts/event-settings';
import { nominations } from './catalog';
import { instant, updatedAt } from './columns';

/** One row: the organiser's settings. A trigger notifies all processes of every change. */
export const eventSettings = pgTable(
  'event_settings',
  {
    isOnly: boolean('is_only').primaryKey().default(true),
    /** Counts the edits, so that an edit of an outdated version can be refused. */
    version: integer('version').notNull().default(1),
    /** Parsed by its contract on every read. */
    settings: jsonb('settings').$type<EventSettings>().notNull(),
    /** When the organiser made the results public; never undone. */
    resultsPublishedAt: instant('results_published_at'),
    /**
     * Voters' details are not erased before this time, because a change that erases them sooner can
     * be undone.
     */
    erasureHeldUntil: instant('erasure_held_until'),
    /** Retention days from before that change. */
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

/** Votes counted at the moment the totals were sealed, which the public sees from then on. */
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
