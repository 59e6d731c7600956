/** Votes one payment may give to one category (spec, section 5). */
export const MAX_VOTES_PER_CATEGORY = 100;
export const DEFAULT_VOTES_PER_CATEGORY = 2;

export interface VoteLine {
  nominationId: string;
  voteCount: number;
}

export const sumOfVotes = (split: readonly VoteLine[]) =>
  split.reduce((sum, { voteCount }) => sum + voteCount, 0);
