/** Most votes one payment can give to one nomination. */
export const MAX_VOTES_PER_CATEGORY = 100;
export const DEFAULT_VOTES_PER_CATEGORY = 2;

/** How many votes one payment gives to a nomination: either none, or from `min` to `max`. */
export interface VoteRange {
  min: number;
  max: number;
}

export const isInRange = (votes: number, { min, max }: VoteRange): boolean =>
  Number.isInteger(votes) && (votes === 0 || (votes >= min && votes <= max));

/** The votes of one payment for one nomination. */
export interface VoteLine {
  nominationId: string;
  voteCount: number;
}

/** Returns the lines of a request that are paid for, without those of zero votes. */
export const paidLines = (voteLines: readonly VoteLine[]): VoteLine[] =>
  voteLines.filter(({ voteCount }) => voteCount > 0);

export const sumOfVotes = (voteLines: readonly VoteLine[]): number =>
  voteLines.reduce((sum, { voteCount }) => sum + voteCount, 0);
