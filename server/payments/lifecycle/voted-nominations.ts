import { eq, inArray } from 'drizzle-orm';
import type { ErrorIssue } from '#shared/contracts/primitives';
import type { VoteLine } from '#shared/domain/votes';
import { artists, categories, nominations } from '#shared/schema';
import type { Queryable } from '../../db/client';
import { invalid } from '../../errors';

/**
 * Holds the split of one payment against the catalogue: every nomination exists and can be voted
 * for, and all belong to one artist.
 *
 * @param split as it came in, so that an issue names the place in the request
 * @throws AppError 400 `nominations-invalid` with an issue per nomination at fault
 */
export async function assertVotable(db: Queryable, split: readonly VoteLine[]): Promise<void> {
  const rows = await db
    .select({
      id: nominations.id,
      artistId: nominations.artistId,
      withdrawnAt: nominations.withdrawnAt,
      artistIsActive: artists.isActive,
      categoryIsActive: categories.isActive,
    })
    .from(nominations)
    .innerJoin(artists, eq(artists.id, nominations.artistId))
    .innerJoin(categories, eq(categories.id, nominations.categoryId))
    .where(
      inArray(
        nominations.id,
        split.map(({ nominationId }) => nominationId),
      ),
    );
  const found = new Map(rows.map((row) => [row.id, row]));
  const firstArtist = rows.find((row) => row.id === split[0]?.nominationId)?.artistId;

  const issues = split.flatMap(({ nominationId }, index): ErrorIssue[] => {
    const path = `nominationVotes.${index}.nominationId`;
    const row = found.get(nominationId);
    if (!row) return [{ path, message: 'Unknown nomination' }];
    if (row.withdrawnAt || !row.artistIsActive || !row.categoryIsActive) {
      return [{ path, message: 'This nomination is no longer open for votes' }];
    }
    return row.artistId === (firstArtist ?? row.artistId)
      ? []
      : [{ path, message: 'All nominations of one payment must be of one artist' }];
  });
  if (issues.length > 0) {
    throw invalid('These nominations cannot be voted for together', issues, 'nominations-invalid');
  }
}
