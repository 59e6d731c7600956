import { sql } from 'drizzle-orm';
import { bigint, check, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import {
  KEPT_WORDS_MAX_LENGTH,
  NAMEABLE_REASONS,
  type NameableReason,
} from '#shared/domain/payment';
import { instant, oneOf } from './columns';

/**
 * Texts for failures that no rule knows, without names and numbers: how often each was received,
 * and the reason that an administrator has given it. The empty text stands for all those received
 * once the table was full.
 */
export const operatorWords = pgTable(
  'operator_words',
  {
    /** As in `payments.provider`. */
    provider: text('provider').notNull(),
    words: text('words').notNull(),
    payments: bigint('payments', { mode: 'number' }).notNull().default(1),
    firstSeenAt: instant('first_seen_at').notNull().defaultNow(),
    lastSeenAt: instant('last_seen_at').notNull().defaultNow(),
    /** Null until an administrator has named it. */
    reason: text('reason').$type<NameableReason>(),
  },
  (table) => [
    primaryKey({ columns: [table.provider, table.words] }),
    check(
      'operator_words_length_check',
      sql`length(${table.words}) <= ${sql.raw(String(KEPT_WORDS_MAX_LENGTH))}`,
    ),
    check('operator_words_reason_check', sql`${table.reason} in (${oneOf(NAMEABLE_REASONS)})`),
  ],
);
