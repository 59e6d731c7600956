import type { Nomination } from '#shared/contracts/catalog';
import type { ArtistParameter } from '#shared/contracts/checkout';
import {
  DEFAULT_VOTES_PER_CATEGORY,
  MAX_VOTES_PER_CATEGORY,
  paidLines,
  type VoteLine,
} from '#shared/domain/votes';

/** One category the voter can give votes to. */
export interface VoteOption {
  nominationId: string;
  name: string;
  nameFr: string | null;
}

/** Votes by nomination id; a category the voter has not touched has the default. */
export type Votes = Readonly<Record<string, number>>;

export const isVoteCount = (value: number): boolean =>
  Number.isInteger(value) && value >= 0 && value <= MAX_VOTES_PER_CATEGORY;

/** The server's nominations; until they are there, those that the address names. */
export function voteOptionsOf(
  artist: ArtistParameter,
  nominations: readonly Nomination[] | undefined,
): VoteOption[] {
  if (nominations) {
    return nominations.map(({ id, category: { name, nameFr } }) => ({
      nominationId: id,
      name,
      nameFr,
    }));
  }
  return artist.categories.flatMap(({ nominationId, ...names }) =>
    nominationId === undefined ? [] : [{ nominationId, ...names }],
  );
}

export const votesFor = (votes: Votes, nominationId: string): number =>
  votes[nominationId] ?? DEFAULT_VOTES_PER_CATEGORY;

/** What is sent: only nominations with votes. */
export const voteLinesOf = (options: readonly VoteOption[], votes: Votes): VoteLine[] =>
  paidLines(
    options.map(({ nominationId }) => ({ nominationId, voteCount: votesFor(votes, nominationId) })),
  );
