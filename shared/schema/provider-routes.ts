import { sql } from 'drizzle-orm';
import { boolean, check, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { WalletOperator } from '#shared/domain/phone';
import {
  ROUTE_REASONS,
  ROUTE_STATES,
  type RouteReason,
  type RouteState,
  WALLET_OPERATORS,
} from '#shared/domain/provider-routes';
import { instant, oneOf } from './columns';

/**
 * What all processes know of each mobile money provider, by operator. A row exists once a provider
 * was probed or its state has changed. A trigger notifies all processes of every change of a state.
 */
export const providerRoutes = pgTable(
  'provider_routes',
  {
    /** As in `payments.provider`. */
    provider: text('provider').notNull(),
    operator: text('operator').$type<WalletOperator>().notNull(),
    state: text('state').$type<RouteState>().notNull().default('well'),
    /** Null exactly while it is well. */
    reason: text('reason').$type<RouteReason>(),
    /** When it entered its state. */
    since: instant('since').notNull().defaultNow(),
    /** True when it is down and responds again: one payment at a time may try it. */
    isReady: boolean('is_ready').notNull().default(false),
    /** Until when a payment is trying it; null when none does. */
    triedUntil: instant('tried_until'),
    /** When it is to be probed next. */
    nextProbeAt: instant('next_probe_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.provider, table.operator] }),
    check('provider_routes_operator_check', sql`${table.operator} in (${oneOf(WALLET_OPERATORS)})`),
    check('provider_routes_state_check', sql`${table.state} in (${oneOf(ROUTE_STATES)})`),
    check('provider_routes_reason_check', sql`${table.reason} in (${oneOf(ROUTE_REASONS)})`),
    check('provider_routes_well_check', sql`(${table.state} = 'well') = (${table.reason} is null)`),
  ],
);
