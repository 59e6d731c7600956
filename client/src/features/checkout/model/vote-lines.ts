import type { Nomination } from '#shared/contracts/catalog';
import type { ArtistParameter } from '#shared/contracts/checkout';
import {
  DEFAULT_VOTES_PER_CATEGORY,
  MAX_VOTES_PER_CATEGORY,
  type VoteLine,
} from '#shared/domain/votes';

/** One category the voter can give votes to. */
export interface VoteOption {
  categoryId: string;
  name: string;
  nameFr: string | null;
  /** What the votes are sent for; null until the server has said it. */
  nominationId: string | null;
}

/** Votes by category id; a category the voter has not touched has the default. */
export type Votes = Readonly<Record<string, number>>;

export const isVoteCount = (value: number): boolean =>
  Number.isInteger(value) && value >= 0 && value <= MAX_VOTES_PER_CATEGORY;

/** The server's nominations; until they are there, the categories that the address names. */
export function voteOptionsOf(
  artist: ArtistParameter,
  nominations: readonly Nomination[] | undefined,
): VoteOption[] {
  if (!nominations) {
    return artist.categories.map(({ id, ...names }) => ({
      categoryId: id,
      nominationId: null,
      ...names,
    }));
  }
  return nominations.map(({ id, category: { id: categoryId, name, nameFr } }) => ({
    categoryId,
    nominationId: id,
    name,
    nameFr,
  }));
}

export const votesFor = (votes: Votes, categoryId: string): number =>
  votes[categoryId] ?? DEFAULT_VOTES_PER_CATEGORY;

export const totalVotesOf = (options: readonly VoteOption[], votes: Votes): number =>
  options.reduce((total, { categoryId }) => total + votesFor(votes, categoryId), 0);

/** What is sent: only nominations with votes. */
export function voteLinesOf(options: readonly VoteOption[], votes: Votes): VoteLine[] {
  return options.flatMap(({ categoryId, nominationId }) => {
    const voteCount = votesFor(votes, categoryId);
    return nominationId !== null && voteCount > 0 ? [{ nominationId, voteCount }] : [];
  });
}
