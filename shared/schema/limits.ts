import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant } from './columns';

/**
 * Request counts of rate limits, shared by all processes. Unlogged (see its migration): a crash of
 * the database loses the counts, which costs less than writing them twice.
 */
export const rateLimits = pgTable(
  'rate_limits',
  {
    /** Name of the limit, such as `payment-start`. */
    limit: text('limit_name').notNull(),
    windowSeconds: integer('window_seconds').notNull(),
    /** HMAC-SHA-256 of the client's address or number. */
    subject: text('subject').notNull(),
    hits: integer('hits').notNull(),
    /** End of the window, which began with its first request; a later request begins another. */
    endsAt: instant('ends_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.limit, table.subject, table.windowSeconds] }),
    index('rate_limits_ends_idx').on(table.endsAt),
  ],
);
