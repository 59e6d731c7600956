import { eq } from 'drizzle-orm';
import type { VoteLine } from '#shared/domain/votes';
import { paymentVotes } from '#shared/schema';
import type { Transaction } from '../../db/client';

/** The parts of a request that are paid for: a nomination without votes is none. */
export const paidParts = (split: readonly VoteLine[]): VoteLine[] =>
  split.filter(({ voteCount }) => voteCount > 0);

export async function storeSplit(
  tx: Transaction,
  paymentId: string,
  split: readonly VoteLine[],
): Promise<void> {
  await tx.insert(paymentVotes).values(split.map((votes) => ({ paymentId, ...votes })));
}

/** Whether the payment is for exactly these votes. */
export async function hasSplit(
  tx: Transaction,
  paymentId: string,
  split: readonly VoteLine[],
): Promise<boolean> {
  const votes = await tx
    .select({ nominationId: paymentVotes.nominationId, voteCount: paymentVotes.voteCount })
    .from(paymentVotes)
    .where(eq(paymentVotes.paymentId, paymentId));
  const stored = new Map(votes.map((part) => [part.nominationId, part.voteCount]));
  return (
    stored.size === split.length &&
    split.every((part) => stored.get(part.nominationId) === part.voteCount)
  );
}
