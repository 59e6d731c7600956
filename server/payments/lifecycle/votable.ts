import { sql } from 'drizzle-orm';
import type { Queryable } from '#server/db/client';
import { isStanding, standing } from '#server/db/standing';
import { type SqlParameters, statement } from '#server/db/statement';
import { invalid } from '#server/errors';
import type { ErrorIssue } from '#shared/contracts/errors';
import type { VoteLine } from '#shared/domain/votes';
import { artists, categories, nominations } from '#shared/schema';

const readNominations = statement(
  'nominations to vote for',
  {
    id: nominations.id,
    artistId: standing.artistId,
    artistName: artists.name,
    withdrawnAt: standing.withdrawnAt,
    artistIsActive: artists.isActive,
    categoryIsActive: categories.isActive,
    categoryIsHidden: categories.isHidden,
  },
  ({ ids }: SqlParameters<{ ids: string[] }>) => sql`
    select ${nominations.id}, ${standing.artistId}, ${artists.name}, ${standing.withdrawnAt},
      ${artists.isActive}, ${categories.isActive}, ${categories.isHidden}
    from ${nominations}
    join ${nominations} as standing on ${isStanding}
    join ${artists} on ${artists.id} = ${standing.artistId}
    join ${categories} on ${categories.id} = ${standing.categoryId}
    where ${nominations.id} = any(${ids}::uuid[])`,
);

/**
 * Validates the vote lines of one payment against the catalogue: every nomination exists and can be
 * voted for, and all belong to one artist. A merged nomination, which an open page may still show,
 * can be voted for like the one for which its votes count.
 *
 * @param voteLines in the order of the request, so that an issue names its position
 * @returns the artist's name
 * @throws AppError 400 `nominations-invalid` with an issue per invalid nomination
 */
export async function assertVotable(
  db: Queryable,
  voteLines: readonly VoteLine[],
): Promise<string> {
  const rows = await readNominations(db, {
    ids: voteLines.map(({ nominationId }) => nominationId),
  });
  const found = new Map(rows.map((row) => [row.id, row]));
  const firstArtist = rows.find((row) => row.id === voteLines[0]?.nominationId)?.artistId;

  const issues = voteLines.flatMap(({ nominationId }, index): ErrorIssue[] => {
    const path = `nominationVotes.${index}.nominationId`;
    const row = found.get(nominationId);
    if (!row) return [{ path, message: 'Unknown nomination' }];
    const isCategoryOpen = row.categoryIsActive && !row.categoryIsHidden;
    if (row.withdrawnAt || !row.artistIsActive || !isCategoryOpen) {
      return [{ path, message: 'This nomination is no longer open for votes' }];
    }
    return row.artistId === (firstArtist ?? row.artistId)
      ? []
      : [{ path, message: 'All nominations of one payment must be of one artist' }];
  });
  if (issues.length > 0) {
    throw invalid('These nominations cannot be voted for together', issues, 'nominations-invalid');
  }
  return rows[0]?.artistName ?? '';
}
