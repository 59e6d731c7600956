import type { PaymentMethod } from '#shared/domain/payment';
import { priceOf } from '#shared/domain/pricing';
import { isInRange, type VoteLine } from '#shared/domain/votes';
import { conflict, invalid } from '../../errors';
import { type CurrentSettings, isVotingOpen } from '../../settings';

const SWITCH_OF = { 'mobile-money': 'mobileMoney', card: 'card' } as const;

/**
 * @param now by PostgreSQL's clock: every process must decide alike
 * @throws AppError 409 outside the voting window, or while the organiser has switched the method off
 */
export function assertOffered(
  { voting, settings }: CurrentSettings,
  method: PaymentMethod,
  now: Date,
): void {
  if (!isVotingOpen(voting, now)) throw conflict('voting-closed', 'Voting is not open');
  if (!settings.methods[SWITCH_OF[method]]) {
    throw conflict('method-off', 'This way to pay is switched off');
  }
}

interface Order {
  nominationVotes: readonly VoteLine[];
  totalVotes: number;
  /** What the voter was shown. */
  amountMinor?: number | undefined;
}

/**
 * What a payment for these votes is asked for.
 * @throws AppError 400 for more or fewer votes than a nomination may get, 409 when the voter was shown
 *   another price
 */
export function askFor(order: Order, { prices, settings }: CurrentSettings, method: PaymentMethod) {
  const issues = order.nominationVotes.flatMap(({ voteCount }, index) =>
    isInRange(voteCount, settings.votes)
      ? []
      : [{ path: `nominationVotes.${index}.voteCount`, message: 'Outside of what one may give' }],
  );
  if (issues.length > 0) throw invalid('Too many votes for a nomination, or too few', issues);
  const price = prices[method];
  const { amountMinor, currency } = priceOf(order.totalVotes, price);
  if (order.amountMinor !== undefined && order.amountMinor !== amountMinor) {
    throw conflict('price-changed', 'The price of a vote has changed');
  }
  return {
    amount: amountMinor,
    currency,
    totalVotes: order.totalVotes,
    votePrice: price.amountMinor,
  };
}
