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
      (a, b) =>
        (a.standing?.place ?? 0) - (b.standing?.place ?? 0) ||
        a.nomination.artist.name.localeCompare(b.nomination.artist.name) ||
        a.nomination.id.localeCompare(b.nomination.id),
    );
}
