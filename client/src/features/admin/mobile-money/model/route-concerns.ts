import type { OperatorRoutes } from '#shared/contracts/mobile-money-routes';
import type { WalletOperator } from '#shared/domain/phone';

/** What an administrator should know about the payments of an operator. */
export type RouteConcern =
  | { type: 'nobody'; operator: WalletOperator }
  | { type: 'fixed'; operator: WalletOperator; provider: string }
  /** Another provider than the first choice takes them, since that one failed. */
  | { type: 'other'; operator: WalletOperator; provider: string; since: string | null };

/** Returns the concerns, the most urgent first; an operator that is switched off is none. */
export function routeConcerns(operators: readonly OperatorRoutes[]): RouteConcern[] {
  const concerns = operators.flatMap((one) => concernOf(one) ?? []);
  return [
    ...concerns.filter(({ type }) => type === 'nobody'),
    ...concerns.filter(({ type }) => type !== 'nobody'),
  ];
}

function concernOf({ operator, takenBy, fixed, routes }: OperatorRoutes): RouteConcern | null {
  const first = routes.find(({ position }) => position === 1);
  if (takenBy === null) {
    return first || fixed !== null ? { type: 'nobody', operator } : null;
  }
  if (takenBy === fixed) return { type: 'fixed', operator, provider: fixed };
  const choice = fixed === null ? first : routes.find(({ provider }) => provider === fixed);
  if (!choice || choice.provider === takenBy) return null;
  return { type: 'other', operator, provider: takenBy, since: choice.since };
}
