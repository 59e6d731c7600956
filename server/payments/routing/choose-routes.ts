import { isWalletOperator, type MobileOperator, type WalletOperator } from '#shared/domain/phone';
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
 * Returns the providers that may take a payment, in the order in which they are tried. A prefix is
 * only a hint: a number whose prefix names no operator, or one that no connected provider serves,
 * goes to any provider, first to those that serve all operators and recognise it themselves.
 * @param amount in minor units
 * @returns none when the owner has switched the operator off
 */
export function routesFor<Provider extends Choosable>(
  operator: MobileOperator,
  amount: number,
  { routing, providers }: { routing: Routing; providers: readonly Provider[] },
): Provider[] {
  const ordersOf = (operators: readonly WalletOperator[]): Provider[] => {
    const ordered = operators.flatMap((each) => orderOf(each, routing[each], providers));
    return [...new Set(ordered)].filter(({ leastAmount }) => amount >= leastAmount);
  };
  if (isWalletOperator(operator)) {
    const isServed = providers.some(({ operators }) => operators.includes(operator));
    if (isServed || routing[operator].order !== null) return ordersOf([operator]);
  }
  return ordersOf(WALLET_OPERATORS).sort((a, b) => b.operators.length - a.operators.length);
}
