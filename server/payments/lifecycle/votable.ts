import { sql } from 'drizzle-orm';
import type { Transaction } from '#server/db/client';
import { type SqlParameters, statement } from '#server/db/statement';
import { invalid } from '#server/errors';
import type { ErrorIssue } from '#shared/contracts/errors';
import type { VoteLine } from '#shared/domain/votes';
import { artists, categories, nominations } from '#shared/schema';

/**
 * Locks the nominations and those for which their votes count, in the order of their ids, as the
 * foreign key of the vote lines does later: one that is being moved or merged is waited for, and no
 * move begins until the lines are written.
 */
const lockNominations = statement(
  'nominations to vote for',
  {
    id: nominations.id,
    mergedInto: nominations.mergedInto,
    artistId: nominations.artistId,
    artistName: artists.name,
    withdrawnAt: nominations.withdrawnAt,
    artistIsActive: artists.isActive,
    categoryIsActive: categories.isActive,
    categoryIsHidden: categories.isHidden,
    isOfEdition: Boolean,
  },
  ({ ids }: SqlParameters<{ ids: string[] }>) => sql`
    select ${nominations.id}, ${nominations.mergedInto}, ${nominations.artistId}, ${artists.name},
      ${nominations.withdrawnAt}, ${artists.isActive}, ${categories.isActive}, ${categories.isHidden},
      ${categories.editionId} = (select edition_at(now()))
    from ${nominations}
    join ${artists} on ${artists.id} = ${nominations.artistId}
    join ${categories} on ${categories.id} = ${nominations.categoryId}
    where ${nominations.id} = any(${ids}::uuid[] || array(
      select named.merged_into from ${nominations} as named
      where named.id = any(${ids}::uuid[]) and named.merged_into is not null
    ))
    order by ${nominations.id}
    for key share of ${nominations}`,
);

type Locked = Awaited<ReturnType<typeof lockNominations>>[number];

/** @returns for each existing nomination, the one for which its votes count */
async function lockStanding(tx: Transaction, ids: string[]): Promise<Map<string, Locked>> {
  const read = async () => {
    const rows = new Map((await lockNominations(tx, { ids })).map((row) => [row.id, row]));
    return new Map(
      ids.flatMap((id) => {
        const standing = rows.get(rows.get(id)?.mergedInto ?? id);
        return standing ? [[id, standing]] : [];
      }),
    );
  };
  const found = await read();
  // A merge that was waited for has changed what a nomination is joined with.
  return found.size < ids.length ? read() : found;
}

/**
 * Validates the vote lines of one payment against the catalogue, in the transaction that inserts
 * them: every nomination exists and can be voted for in the edition of that moment, and all belong to
 * one artist. A merged
 * nomination, which an open page may still show, can be voted for like the one for which its votes
 * count, but not together with it.
 *
 * @param voteLines in the order of the request, so that an issue names its position
 * @returns the artist's name
 * @throws AppError 400 `nominations-invalid` with an issue per invalid nomination
 */
export async function assertVotable(
  tx: Transaction,
  voteLines: readonly VoteLine[],
): Promise<string> {
  const found = await lockStanding(
    tx,
    voteLines.map(({ nominationId }) => nominationId),
  );
  const first = found.get(voteLines[0]?.nominationId ?? '');
  const named = new Set<string>();

  const issues = voteLines.flatMap(({ nominationId }, index): ErrorIssue[] => {
    const path = `nominationVotes.${index}.nominationId`;
    const row = found.get(nominationId);
    if (!row) return [{ path, message: 'Unknown nomination' }];
    const isCategoryOpen = row.categoryIsActive && !row.categoryIsHidden && row.isOfEdition;
    if (row.withdrawnAt || !row.artistIsActive || !isCategoryOpen) {
      return [{ path, message: 'This nomination is no longer open for votes' }];
    }
    if (named.has(row.id)) {
      return [{ path, message: 'Votes for this nomination are already in another line' }];
    }
    named.add(row.id);
    return row.artistId === (first ?? row).artistId
      ? []
      : [{ path, message: 'All nominations of one payment must be of one artist' }];
  });
  if (issues.length > 0) {
    throw invalid('These nominations cannot be voted for together', issues, 'nominations-invalid');
  }
  return first?.artistName ?? '';
}
