import type { MobileOperator, WalletOperator } from '#shared/domain/phone';
import {
  type OperatorRouting,
  type Routing,
  WALLET_OPERATORS,
} from '#shared/domain/provider-routes';
import type { MobileMoneyProvider } from '../providers/provider';

/** What the choice needs to know of a provider. */
export type Choosable = Pick<MobileMoneyProvider, 'name' | 'operators' | 'leastAmount'>;

/**
 * Returns the providers that may take the new payments of an operator, the first choice first: the
 * one that an owner has fixed, then the owner's order, or the configuration's. Names that are not
 * connected are skipped.
 */
export function orderOf<Provider extends Choosable>(
  operator: WalletOperator,
  { order, fixed }: OperatorRouting,
  providers: readonly Provider[],
): Provider[] {
  const names = order ?? providers.map(({ name }) => name);
  const wanted = new Set(fixed === null ? names : [fixed, ...names]);
  return [...wanted].flatMap((name) =>
    providers.filter((provider) => provider.name === name && provider.operators.includes(operator)),
  );
}

/**
 * Returns the smallest amount that some provider of each operator accepts, in minor units; null
 * when no operator has a provider.
 */
export function leastAmountOf(routing: Routing, providers: readonly Choosable[]): number | null {
  const leastAmounts = WALLET_OPERATORS.map((operator) =>
    orderOf(operator, routing[operator], providers).map(({ leastAmount }) => leastAmount),
  ).filter((amounts) => amounts.length > 0);
  return leastAmounts.length === 0
    ? null
    : Math.max(...leastAmounts.map((amounts) => Math.min(...amounts)));
}

/**
 * Returns the providers that may take a payment, in the order in which they are tried. A number
 * whose prefix names no operator goes to those that serve all operators, which recognise it
 * themselves, before the others.
 * @param amount in minor units
 */
export function routesFor<Provider extends Choosable>(
  operator: MobileOperator,
  amount: number,
  { routing, providers }: { routing: Routing; providers: readonly Provider[] },
): Provider[] {
  const ordersByOperator = (operators: readonly WalletOperator[]) =>
    operators.flatMap((each) => orderOf(each, routing[each], providers));
  const isWallet = operator === 'mtn' || operator === 'orange';
  const ordered = [...new Set(ordersByOperator(isWallet ? [operator] : WALLET_OPERATORS))];
  const accepting = ordered.filter(({ leastAmount }) => amount >= leastAmount);
  return isWallet ? accepting : accepting.sort((a, b) => b.operators.length - a.operators.length);
}
