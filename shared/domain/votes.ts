/** Votes one payment may give to one category in one payment. */
export const MAX_VOTES_PER_CATEGORY = 100;
export const DEFAULT_VOTES_PER_CATEGORY = 2;

/** The votes of one payment for one nomination. */
export interface VoteLine {
  nominationId: string;
  voteCount: number;
}

/** The lines of a request that are paid for: a nomination without votes is none. */
export const paidLines = (voteLines: readonly VoteLine[]): VoteLine[] =>
  voteLines.filter(({ voteCount }) => voteCount > 0);

export const sumOfVotes = (voteLines: readonly VoteLine[]): number =>
  voteLines.reduce((sum, { voteCount }) => sum + voteCount, 0);
