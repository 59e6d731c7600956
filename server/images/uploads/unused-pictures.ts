import { sql } from 'drizzle-orm';
import { adminActions, artists, categories, nominations } from '../../../shared/schema';
import type { Queryable } from '../../db/client';
import type { PicturePlace } from './picture-place';

export interface UnusedPicture {
  name: string;
  place: PicturePlace;
}

/**
 * Uploaded pictures that were kept before then and that nothing names: no artist, nomination or
 * category, deleted and withdrawn ones included, and no action of an administrator. So all that is
 * found was uploaded into a form that nobody saved.
 */
export async function findUnusedPictures(
  db: Queryable,
  places: readonly PicturePlace[],
  keptBefore: Date,
): Promise<UnusedPicture[]> {
  // The places first: what is saved while they are read is then among the names.
  const found = await Promise.all(
    places.map(async (place) => (await place.list()).map((kept) => ({ ...kept, place }))),
  );
  const named = await listNamedPictures(db);
  return found
    .flat()
    .filter(({ name, keptAt }) => keptAt < keptBefore && !named.has(name))
    .map(({ name, place }) => ({ name, place }));
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
