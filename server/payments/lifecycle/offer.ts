import { conflict, invalid } from '#server/errors';
import { type Edition, isVotingOpen } from '#server/settings/index';
import type { PaymentMethod } from '#shared/domain/payment';
import { priceOf } from '#shared/domain/pricing';
import { isInRange, type VoteLine } from '#shared/domain/votes';

const SWITCH_OF = { 'mobile-money': 'mobileMoney', card: 'card' } as const;

/**
 * @param now by PostgreSQL's clock, so that all processes decide the same
 * @throws AppError 409 outside the voting window, or while the organiser has switched the method
 *   off
 */
export function assertMethodAvailable(
  { voting, settings }: Edition,
  method: PaymentMethod,
  now: Date,
): void {
  if (!isVotingOpen(voting, now)) throw conflict('voting-closed', 'Voting is not open');
  if (!settings.methods[SWITCH_OF[method]]) {
    throw conflict('method-off', 'This payment method is switched off');
  }
}

interface Order {
  nominationVotes: readonly VoteLine[];
  totalVotes: number;
  /** The price shown to the voter. */
  amountMinor?: number | undefined;
}

/**
 * Returns the price of these votes.
 * @throws AppError 400 for more or fewer votes than a nomination may get, 409 when the voter was
 *   shown another price
 */
export function quotePayment(order: Order, { prices, settings }: Edition, method: PaymentMethod) {
  const issues = order.nominationVotes.flatMap(({ voteCount }, index) =>
    isInRange(voteCount, settings.votes)
      ? []
      : [{ path: `nominationVotes.${index}.voteCount`, message: 'Outside the allowed range' }],
  );
  if (issues.length > 0) throw invalid('Too many or too few votes for a nomination', issues);
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
