import type { WalletOperator } from './phone';

/** In the order in which they are shown. */
export const WALLET_OPERATORS = ['mtn', 'orange'] as const satisfies readonly WalletOperator[];

/** State of a provider for the wallets of one operator. */
export const ROUTE_STATES = ['well', 'slow', 'down'] as const;
export type RouteState = (typeof ROUTE_STATES)[number];

/** Why a provider is slow or down. */
export const ROUTE_REASONS = [
  /** Its answers to requests for payment take long, or some do not come. */
  'slow-answers',
  /** Its last requests for payment failed: no answer, or a refusal that no payer has caused. */
  'failed-requests',
  /** None of its endpoints responds. */
  'no-response',
  /** It rejects our settings. */
  'refused',
  /** It reports that this operator is slow. */
  'reported-slow',
  /** It reports that this operator cannot be reached. */
  'reported-down',
] as const;
export type RouteReason = (typeof ROUTE_REASONS)[number];

/** Which providers take the new payments of one operator. */
export interface OperatorRouting {
  /** Names of providers, the first choice first; null for the order of the configuration. */
  order: string[] | null;
  /** The provider that an owner has fixed until it is taken back; null for none. */
  fixed: string | null;
}

export type Routing = Record<WalletOperator, OperatorRouting>;

/** The routing of an installation whose owner has set none. */
export const DEFAULT_ROUTING: Routing = {
  mtn: { order: null, fixed: null },
  orange: { order: null, fixed: null },
};

/** Most providers in an order. */
export const MAX_ROUTES = 10;
