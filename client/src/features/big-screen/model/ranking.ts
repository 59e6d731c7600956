import type { Nomination } from '#shared/contracts/catalog';
import { type Standing, standingsOf } from '#shared/domain/results';

/** A nominee as shown on the big screen; values that are not public are null. */
export interface Ranked {
  nomination: Nomination;
  standing: Standing | null;
}

/** Sorts by rank; without ranks by name, so that the order reveals nothing. */
export function ranked(nominations: readonly Nomination[]): Ranked[] {
  const votes = nominations.map(({ voteCount }) => voteCount);
  // Before the first vote no nominee has a rank.
  const isCounted = votes.every((count) => count !== null) && votes.some((count) => count !== 0);
  const counted = isCounted ? standingsOf(votes.map((count) => count ?? 0)) : [];
  return nominations
    .map((nomination, index) => ({
      nomination,
      standing: counted[index] ?? nomination.standing,
    }))
    .sort(
      (one, other) =>
        (one.standing?.place ?? 0) - (other.standing?.place ?? 0) ||
        one.nomination.artist.name.localeCompare(other.nomination.artist.name) ||
        one.nomination.id.localeCompare(other.nomination.id),
    );
}
