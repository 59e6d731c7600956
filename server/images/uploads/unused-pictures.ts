import { sql } from 'drizzle-orm';
import type { Queryable } from '#server/db/client';
import { adminActions, artists, categories, nominations } from '#shared/schema';
import { isDrawnName, isPictureName, type PicturePlace } from './picture-place';

interface FoundPicture {
  name: string;
  place: PicturePlace;
}

interface PictureUse {
  unused: FoundPicture[];
  /** Previews and posters that were drawn before then; those that are asked for are drawn again. */
  drawn: FoundPicture[];
  /** How many of all that were uploaded, of whatever age, something names. */
  usedCount: number;
}

/**
 * Uploaded pictures that were kept before then and that nothing names: no artist, nomination or
 * category, deleted and withdrawn ones included, and no action of an administrator. So all that is
 * found was uploaded into a form and never saved.
 */
export async function findUnusedPictures(
  db: Queryable,
  places: readonly PicturePlace[],
  keptBefore: Date,
): Promise<PictureUse> {
  // The places first: what is saved while they are read is then among the names.
  const found = await Promise.all(
    places.map(async (place) => (await place.list()).map((kept) => ({ ...kept, place }))),
  );
  const named = await listNamedPictures(db);
  const uploaded = found.flat().filter(({ name }) => isPictureName(name));
  const unnamed = uploaded.filter(({ name }) => !named.has(name));
  const isOld = ({ keptAt }: { keptAt: Date }) => keptAt < keptBefore;
  return {
    unused: unnamed.filter(isOld),
    drawn: found.flat().filter((one) => isDrawnName(one.name) && isOld(one)),
    usedCount: uploaded.length - unnamed.length,
  };
}

/** Whole rows are searched, so that no column can be forgotten, now or later. */
async function listNamedPictures(db: Queryable): Promise<Set<string>> {
  const { rows } = await db.execute<{ name: string }>(sql`
    select distinct found.match[1] as name
    from (
      select ${artists}::text as line from ${artists}
      union all select ${nominations}::text from ${nominations}
      union all select ${categories}::text from ${categories}
      union all select ${adminActions}::text from ${adminActions}
    ) as lines,
    regexp_matches(lines.line, '([0-9a-f]{32}[.]webp)', 'g') as found(match)
  `);
  return new Set(rows.map(({ name }) => name));
}
