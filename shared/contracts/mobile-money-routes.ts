import { z } from 'zod';
import { ROUTE_REASONS, ROUTE_STATES, WALLET_OPERATORS } from '#shared/domain/provider-routes';
import { isoInstant } from './primitives';

const operator = z.enum(WALLET_OPERATORS);
/** Such as `campay`. */
const providerName = z.string().regex(/^[a-z][a-z-]{0,29}$/);

/** One provider for the wallets of one operator. */
const route = z.object({
  provider: z.string(),
  /** Position in the owner's order, from 1; null when the provider takes no new payments of it. */
  position: z.number().int().nullable(),
  state: z.enum(ROUTE_STATES),
  /** Since when it has been in this state; null when it never changed. */
  since: isoInstant.nullable(),
  /** Null while it is well. */
  reason: z.enum(ROUTE_REASONS).nullable(),
  /** True when it is down and responds again, so that the next payment tries it. */
  isTried: z.boolean(),
});

/** Providers of the wallets of one operator, by their position; those without one last. */
const operatorRoutes = z.object({
  operator,
  /** The provider that takes its new payments at the moment; null when none does. */
  takenBy: z.string().nullable(),
  /** The provider that an owner has fixed, which comes before the order; null for none. */
  fixed: z.string().nullable(),
  routes: z.array(route),
});

/** `GET /api/admin/mobile-money-routes` */
export const mobileMoneyRoutes = z.object({ operators: z.array(operatorRoutes) });
export type MobileMoneyRoutes = z.infer<typeof mobileMoneyRoutes>;
export type OperatorRoutes = MobileMoneyRoutes['operators'][number];
export type MobileMoneyRoute = OperatorRoutes['routes'][number];

export const routeParams = z.object({ operator });

/** Fixes a provider for an operator, or takes that back. */
export const fixedRoute = z.object({ provider: providerName.nullable() });
