import { sql } from 'drizzle-orm';
import { check, integer, jsonb, pgTable, text, unique, uniqueIndex } from 'drizzle-orm/pg-core';
import type { EventSettings } from '#shared/contracts/event-settings';
import { EDITION_STATES, type EditionState } from '#shared/domain/editions';
import { createdAt, instant, oneOf, updatedAt } from './columns';

/**
 * The event, year by year, with the organiser's settings of each. Exactly one is current. Which
 * edition a payment belongs to is decided by its time of creation: the editions divide all time.
 * A trigger notifies all processes of every change.
 */
export const editions = pgTable(
  'editions',
  {
    /** 1 for the first edition, from before there were several. */
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    state: text('state').$type<EditionState>().notNull().default('current'),
    /** Its address; null before the first server has stored the initial settings. */
    year: text('year').generatedAlwaysAs(sql`settings->>'year'`),
    /** Counts the edits, so that an edit of an outdated version can be refused. */
    version: integer('version').notNull().default(1),
    /** Parsed by its contract on every read; without fields before the first server has started. */
    settings: jsonb('settings').$type<EventSettings>().notNull(),
    /** When the organiser made the results public. */
    resultsPublishedAt: instant('results_published_at'),
    /**
     * Voters' details are not erased before this time, because a change that erases them sooner can
     * be undone.
     */
    erasureHeldUntil: instant('erasure_held_until'),
    /** Retention days from before that change. */
    retentionDaysBefore: integer('retention_days_before'),
    /** When it became current; null for a draft, and for the first edition. */
    begunAt: instant('begun_at'),
    /** When another one became current instead. */
    endedAt: instant('ended_at'),
    /**
     * Number of its voters at that moment: they cannot be counted once their details are erased.
     * Null before.
     */
    voters: integer('voters'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    unique('editions_year_key').on(table.year),
    uniqueIndex('editions_current_key').on(table.state).where(sql`${table.state} = 'current'`),
    check('editions_state_check', sql`${table.state} in (${oneOf(EDITION_STATES)})`),
    check(
      'editions_time_check',
      sql`(${table.endedAt} is not null) = (${table.state} = 'archived') and (${table.state} <> 'draft' or ${table.begunAt} is null)`,
    ),
    check(
      'editions_hold_check',
      sql`(${table.erasureHeldUntil} is null) = (${table.retentionDaysBefore} is null)`,
    ),
  ],
);

/** The edition that a row belongs to; the current one by default. */
export const editionId = () =>
  integer('edition_id')
    .notNull()
    .default(sql`current_edition()`)
    .references(() => editions.id);
