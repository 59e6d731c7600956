import { sql } from 'drizzle-orm';
import { bigint, check, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { PaymentSegment } from '#shared/domain/payment';
import type { Currency } from '#shared/domain/pricing';
import { instant } from './columns';

const sums = () => ({
  segment: text('segment').$type<PaymentSegment>().notNull(),
  currency: text('currency').$type<Currency>().notNull(),
  payments: integer('payments').notNull(),
  amount: bigint('amount', { mode: 'number' }).notNull(),
  votes: bigint('votes', { mode: 'number' }).notNull(),
  /** The amount minus the price of the votes; must be 0. */
  excess: bigint('excess', { mode: 'number' }).notNull().default(0),
});

/**
 * Number of payments of each kind, by time of creation, so that they need not be counted one by
 * one. Must be read together with `payment_count_changes`.
 */
export const paymentCounts = pgTable(
  'payment_counts',
  {
    /** Each payment is counted twice: by the hour and, for sums over a long time, by the day (UTC). */
    grain: text('grain').$type<'hour' | 'day'>().notNull(),
    startsAt: instant('starts_at').notNull(),
    ...sums(),
  },
  (table) => [
    primaryKey({ columns: [table.grain, table.startsAt, table.segment, table.currency] }),
    check('payment_counts_grain_check', sql`${table.grain} in ('hour', 'day')`),
  ],
);

/**
 * Changes since the last rollup: rows inserted by a trigger on `payments` and later added to
 * `payment_counts`. Inserting a row makes no payment wait for another, as updating a counter would.
 */
export const paymentCountChanges = pgTable('payment_count_changes', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  hour: instant('hour').notNull(),
  ...sums(),
});
