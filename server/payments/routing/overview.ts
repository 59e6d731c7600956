import type { MobileMoneyRoutes, OperatorRoutes } from '#shared/contracts/mobile-money-routes';
import type { WalletOperator } from '#shared/domain/phone';
import { WALLET_OPERATORS } from '#shared/domain/provider-routes';
import { orderOf } from './choose-routes';
import type { RoutingContext } from './route-search';

/** Returns the providers of every operator, with their states, for administrators. */
export const readRoutes = (context: RoutingContext): MobileMoneyRoutes => ({
  operators: WALLET_OPERATORS.map((operator) => routesOf(context, operator)),
});

function routesOf(context: RoutingContext, operator: WalletOperator): OperatorRoutes {
  const { routes: states, mobileMoney } = context;
  const routing = context.event.current.settings.routing[operator];
  const inOrder = orderOf(operator, { ...routing, fixed: null }, mobileMoney);
  const serving = mobileMoney.filter(({ operators }) => operators.includes(operator));
  return {
    operator,
    takenBy: takerOf(context, operator)?.name ?? null,
    fixed: routing.fixed,
    routes: [...new Set([...inOrder, ...serving])].map((provider) => {
      const stored = states.stored(provider.name, operator);
      const position = inOrder.indexOf(provider) + 1;
      return {
        provider: provider.name,
        position: position === 0 ? null : position,
        state: stored?.state ?? 'well',
        since: stored?.since.toISOString() ?? null,
        reason: stored?.reason ?? null,
        isTried: stored?.isReady ?? false,
      };
    }),
  };
}

/** Returns the provider that takes the new payments of an operator; undefined when none does. */
const takerOf = ({ routes, mobileMoney, event }: RoutingContext, operator: WalletOperator) =>
  orderOf(operator, event.current.settings.routing[operator], mobileMoney).find(
    (provider) => routes.availability(provider, operator) === 'up',
  );

/** What visitors need to know about mobile money. */
export function publicRoutes(context: RoutingContext): {
  providers: string[];
  operators: WalletOperator[];
  down: WalletOperator[];
} {
  const { routes, mobileMoney, event } = context;
  const { routing } = event.current.settings;
  const taking = (operator: WalletOperator) => orderOf(operator, routing[operator], mobileMoney);
  const operators = WALLET_OPERATORS.filter((operator) => taking(operator).length > 0);
  const isDown = (operator: WalletOperator) =>
    taking(operator).every((provider) => routes.availability(provider, operator) === 'down');
  return {
    providers: mobileMoney.map(({ name }) => name),
    operators,
    down: operators.filter(isDown),
  };
}
