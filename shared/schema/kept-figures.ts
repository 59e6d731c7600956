import { jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant } from './columns';

/**
 * Figures of closed days and hours, so that they are not added up from the payments again and again.
 * A trigger deletes those of a day whose payments change later.
 */
export const keptFigures = pgTable(
  'kept_figures',
  {
    /** `paid` for payments by time of completion, `started` by time of creation. */
    kind: text('kind').$type<'paid' | 'started'>().notNull(),
    startsAt: instant('starts_at').notNull(),
    endsAt: instant('ends_at').notNull(),
    figures: jsonb('figures').notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.startsAt, table.endsAt] })],
);
