import { AppError } from '#server/errors';
import type { MobileOperator } from '#shared/domain/phone';
import type { PaymentContext } from '../context';
import type { MobileMoneyProvider } from '../providers/provider';
import { routesFor } from './choose-routes';
import { isResponding } from './probes';
import type { RouteKind } from './route-states';

/** A provider that may take a payment. */
export interface Route {
  provider: MobileMoneyProvider;
  kind: RouteKind;
}

/**
 * Goes through the providers that may take one payment, in their order and each once. Those that
 * are down are left out, unless all are: then the first choice is asked nevertheless, because it
 * may respond again by now.
 */
export class RouteSearch {
  readonly #context: RoutingContext;
  readonly #operator: MobileOperator;
  readonly #left: MobileMoneyProvider[];
  /** The first choice of those that are down. */
  #lastResort: MobileMoneyProvider | undefined;
  #hasFound = false;

  /** @param amount in minor units */
  constructor(context: RoutingContext, operator: MobileOperator, amount: number) {
    this.#context = context;
    this.#operator = operator;
    this.#left = routesFor(operator, amount, {
      routing: context.event.current.settings.routing,
      providers: context.mobileMoney,
    });
  }

  /** @returns null when no provider is left */
  async next(): Promise<Route | null> {
    for (let provider = this.#left.shift(); provider; provider = this.#left.shift()) {
      const kind = await this.#kindOf(provider);
      if (kind !== null) {
        this.#hasFound = true;
        return { provider, kind };
      }
      this.#lastResort ??= provider;
    }
    const provider = this.#lastResort;
    if (this.#hasFound || !provider) return null;
    this.#hasFound = true;
    return { provider, kind: 'last-resort' };
  }

  /** Returns how a provider may take the payment; null when it must not. */
  async #kindOf(provider: MobileMoneyProvider): Promise<RouteKind | null> {
    const { routes } = this.#context;
    const availability = routes.availability(provider, this.#operator);
    if (availability === 'up') {
      const hasAlternative = this.#left.length > 0;
      const isUp = !hasAlternative || (await isResponding(this.#context, provider));
      return isUp ? 'usual' : null;
    }
    const isReady = availability === 'ready';
    return isReady && (await routes.claimTrial(provider.name, this.#operator)) ? 'trial' : null;
  }

  /** Gives up a route by which nothing was requested. */
  async release({ provider, kind }: Route): Promise<void> {
    if (kind !== 'trial') return;
    await this.#context.routes.endTrial(provider.name, this.#operator, { isFailed: false });
  }
}

export type RoutingContext = Pick<PaymentContext, 'routes' | 'mobileMoney' | 'event'>;

/** 409: no provider takes the wallets of this operator at the moment. Nothing was stored. */
export const operatorUnavailable = () =>
  new AppError(409, 'operator-unavailable', 'No provider takes this mobile operator at the moment');
