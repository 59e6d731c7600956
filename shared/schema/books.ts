import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { ClosingFigures, ListedSums, StatementMapping } from '#shared/contracts/books';
import {
  COMPARISON_STATES,
  type ComparisonState,
  DIFFERENCE_REASONS,
  DIFFERENCE_RESOLUTIONS,
  type DifferenceReason,
  type DifferenceResolution,
  LIST_TROUBLES,
  type ListTrouble,
  RETURN_KINDS,
  type ReturnKind,
} from '#shared/domain/books';
import { instant, oneOf, updatedAt } from './columns';
import { editionId } from './editions';
import { payments } from './payments';
import { users } from './people';

/** The comparison of one day, in the event's time zone, with one provider's list. */
export const bookDays = pgTable(
  'book_days',
  {
    provider: text('provider').notNull(),
    day: date('day', { mode: 'string' }).notNull(),
    state: text('state').$type<ComparisonState>().notNull().default('due'),
    /** Time of the last attempt. */
    triedAt: instant('tried_at'),
    /** Administrator who requested it; null for the nightly job. */
    userId: text('user_id').references(() => users.id),
    /**
     * Time at which an incomplete list ended, or up to which a day that went on was compared: it
     * stays `due` until the nightly comparison.
     */
    readUntil: instant('read_until'),
    trouble: text('trouble').$type<ListTrouble>(),
    /** Sums of the day in the list, by currency; null until it was read. */
    listed: jsonb('listed').$type<ListedSums>(),
    /** End of the lease of the running comparison. */
    busyUntil: instant('busy_until'),
    /** When the nightly job retries it; null once compared. */
    nextAt: instant('next_at'),
  },
  (table) => [
    primaryKey({ columns: [table.provider, table.day] }),
    index('book_days_next_idx').on(table.nextAt).where(sql`${table.nextAt} is not null`),
    check('book_days_state_check', sql`${table.state} in (${oneOf(COMPARISON_STATES)})`),
    check('book_days_trouble_check', sql`${table.trouble} in (${oneOf(LIST_TROUBLES)})`),
  ],
);

/** Differences: each comparison of a day replaces the unsettled ones. */
export const bookDifferences = pgTable(
  'book_differences',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    provider: text('provider').notNull(),
    day: date('day', { mode: 'string' }).notNull(),
    reason: text('reason').$type<DifferenceReason>().notNull(),
    /**
     * The payment's id, or the provider's reference: identifies a settled difference in later
     * comparisons.
     */
    subject: text('subject').notNull(),
    paymentId: uuid('payment_id').references(() => payments.id),
    providerRef: text('provider_ref'),
    /** Amount in the provider's list, in minor units of its currency; null when it has no entry. */
    listedAmount: bigint('listed_amount', { mode: 'number' }),
    listedCurrency: text('listed_currency'),
    listedAt: instant('listed_at'),
    foundAt: instant('found_at').notNull().defaultNow(),
    resolvedAt: instant('resolved_at'),
    resolution: text('resolution').$type<DifferenceResolution>(),
    resolvedBy: text('resolved_by').references(() => users.id),
    /** Reason for closing it, from the administrator. */
    note: text('note'),
  },
  (table) => [
    unique('book_differences_subject_key').on(
      table.provider,
      table.day,
      table.reason,
      table.subject,
    ),
    index('book_differences_day_idx').on(table.day),
    index('book_differences_payment_idx').on(table.paymentId),
    check('book_differences_reason_check', sql`${table.reason} in (${oneOf(DIFFERENCE_REASONS)})`),
    check(
      'book_differences_resolution_check',
      sql`(${table.resolvedAt} is null) = (${table.resolution} is null) and ${table.resolution} in (${oneOf(DIFFERENCE_RESOLUTIONS)})`,
    ),
  ],
);

/** Append-only (a trigger refuses updates and deletes): money returned to payers. */
export const returnedMoney = pgTable(
  'returned_money',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    paymentId: uuid('payment_id')
      .notNull()
      .references(() => payments.id),
    kind: text('kind').$type<ReturnKind>().notNull(),
    /** In minor units of the payment's currency; negative where a part came back to us. */
    amount: integer('amount').notNull(),
    /** Reference by which the payer can find the refund; null where the provider returned it. */
    reference: text('reference'),
    /** When the payer received it. */
    returnedAt: instant('returned_at').notNull(),
    /** Administrator who returned it; null for the provider. */
    userId: text('user_id').references(() => users.id),
    recordedAt: instant('recorded_at').notNull().defaultNow(),
  },
  (table) => [
    index('returned_money_payment_idx').on(table.paymentId),
    uniqueIndex('returned_money_by_hand_key')
      .on(table.paymentId)
      .where(sql`${table.kind} = 'by-hand'`),
    check('returned_money_kind_check', sql`${table.kind} in (${oneOf(RETURN_KINDS)})`),
  ],
);

/**
 * Column mapping of a provider's uploaded statements, as last chosen, with all headings of that
 * file; earlier releases stored none.
 */
export const statementMappings = pgTable('statement_mappings', {
  provider: text('provider').primaryKey(),
  mapping: jsonb('mapping').$type<StatementMapping & { headings?: string[] }>().notNull(),
  updatedAt: updatedAt(),
});

/** Append-only (a trigger refuses updates and deletes): closed books. */
export const bookClosings = pgTable(
  'book_closings',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    editionId: editionId(),
    /** Null for the whole edition. */
    day: date('day', { mode: 'string' }),
    closedAt: instant('closed_at').notNull().defaultNow(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    /** The figures at that moment. */
    figures: jsonb('figures').$type<ClosingFigures>().notNull(),
  },
  (table) => [index('book_closings_day_idx').on(table.day, table.id)],
);
