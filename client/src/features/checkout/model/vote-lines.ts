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
  name: string;
  nameFr: string | null;
}

/** Votes by nomination id; a category the voter has not touched has the default. */
export type Votes = Readonly<Record<string, number>>;

/** The nearest number of votes that a nomination may get; none stays none. */
const inRange = (votes: number, { min, max }: VoteRange): number =>
  votes === 0 ? 0 : Math.min(max, Math.max(min, votes));

/** The artist's nominations; until they are there, what is known of them from a category's page. */
export const voteOptionsOf = (
  artist: Pick<Artist, 'categories'> | undefined,
  nominations: readonly Nomination[] | undefined,
): VoteOption[] =>
  nominations
    ? nominations.map(({ id, category }) => voteOption(id, category))
    : (artist?.categories ?? []).map((category) => voteOption(category.nominationId, category));

const voteOption = (nominationId: string, { name, nameFr }: Category): VoteOption => ({
  nominationId,
  name,
  nameFr,
});

/** What a nomination gets, within what the organiser allows. */
export const votesFor = (votes: Votes, nominationId: string, range: VoteRange): number =>
  inRange(votes[nominationId] ?? DEFAULT_VOTES_PER_CATEGORY, range);

/** What is sent: only nominations with votes. */
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
