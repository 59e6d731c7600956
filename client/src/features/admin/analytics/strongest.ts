interface Counted {
  votes: number;
}

export const sumOfVotes = (counted: readonly Counted[]): number =>
  counted.reduce((sum, { votes }) => sum + votes, 0);

/** The first of those with most votes; none where nobody voted. */
export const strongest = <T extends Counted>(counted: readonly T[]): T | undefined =>
  counted.reduce<T | undefined>(
    (best, one) => (one.votes > (best?.votes ?? 0) ? one : best),
    undefined,
  );
