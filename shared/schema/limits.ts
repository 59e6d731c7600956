import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant } from './columns';

/**
 * How often a client asked for something, so that all processes count together. Unlogged (see its
 * migration): a crash of the database forgets the counts, which costs less than writing them twice.
 */
export const rateLimits = pgTable(
  'rate_limits',
  {
    /** What is limited, such as `payment-start`. */
    limit: text('limit_name').notNull(),
    windowSeconds: integer('window_seconds').notNull(),
    /** HMAC-SHA-256 of the address or number that asked. */
    subject: text('subject').notNull(),
    hits: integer('hits').notNull(),
    /** The window began with the first request; the next one after this begins another. */
    endsAt: instant('ends_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.limit, table.subject, table.windowSeconds] }),
    index('rate_limits_ends_idx').on(table.endsAt),
  ],
);
