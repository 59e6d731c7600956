import type { Artist, Category, Nomination } from '#shared/contracts/catalog';
import {
  DEFAULT_VOTES_PER_CATEGORY,
  paidLines,
  type VoteLine,
  type VoteRange,
} from '#shared/domain/votes';

/** One category the voter can give votes to. */
export interface VoteOption {
  nominationId: string;
  categoryId: string;
  name: string;
  nameFr: string | null;
}

/** Votes by nomination id; a category the voter has not touched has the default. */
export type Votes = Readonly<Record<string, number>>;

/** Clamps the votes of a nomination to the allowed range; 0 stays 0. */
const inRange = (votes: number, { min, max }: VoteRange): number =>
  votes === 0 ? 0 : Math.min(max, Math.max(min, votes));

/** The artist's nominations; until they have loaded, those cached from a category's page. */
export const voteOptionsOf = (
  artist: Pick<Artist, 'categories'> | undefined,
  nominations: readonly Nomination[] | undefined,
): VoteOption[] =>
  nominations
    ? nominations.map(({ id, category }) => voteOption(id, category))
    : (artist?.categories ?? []).map((category) => voteOption(category.nominationId, category));

const voteOption = (nominationId: string, { id, name, nameFr }: Category): VoteOption => ({
  nominationId,
  categoryId: id,
  name,
  nameFr,
});

/** Puts the category that the voter comes from first. */
export const originFirst = (options: readonly VoteOption[], origin: string | null): VoteOption[] =>
  [...options].sort((a, b) => Number(b.categoryId === origin) - Number(a.categoryId === origin));

/** Gives the other nominations no votes; this one gets the default if it had none. */
export function votesOnlyFor(
  options: readonly VoteOption[],
  votes: Votes,
  nominationId: string,
): Votes {
  const { [nominationId]: own = 0 } = votes;
  return {
    ...Object.fromEntries(options.map((option) => [option.nominationId, 0])),
    [nominationId]: own || DEFAULT_VOTES_PER_CATEGORY,
  };
}

/** Returns the votes of a nomination, within the organiser's limits. */
export const votesFor = (votes: Votes, nominationId: string, range: VoteRange): number =>
  inRange(votes[nominationId] ?? DEFAULT_VOTES_PER_CATEGORY, range);

/** Returns what is sent: only nominations with votes. */
export const voteLinesOf = (
  options: readonly VoteOption[],
  votes: Votes,
  range: VoteRange,
): VoteLine[] =>
  paidLines(
    options.map(({ nominationId }) => ({
      nominationId,
      voteCount: votesFor(votes, nominationId, range),
    })),
  );
