import { sql } from 'drizzle-orm';
import type { Queryable } from '#server/db/client';
import { adminActions, artists, categories, editionArtists, nominations } from '#shared/schema';
import { isPictureName, isRenderedName, type PictureStorage } from './picture-storage';

interface FoundPicture {
  name: string;
  storage: PictureStorage;
}

interface PictureUse {
  unused: FoundPicture[];
  /** Previews and posters rendered before the given time; they are rendered again on request. */
  rendered: FoundPicture[];
  /** Number of uploaded pictures of any age that are referenced. */
  usedCount: number;
}

/**
 * Finds uploaded pictures stored before a given time and not referenced by any artist, nomination
 * or category, including deleted and withdrawn ones, by an archived edition, or by an action of an
 * administrator. All of
 * them were uploaded in a form that was never saved.
 */
export async function findUnusedPictures(
  db: Queryable,
  storages: readonly PictureStorage[],
  storedBefore: Date,
): Promise<PictureUse> {
  // Lists the storage first: anything saved meanwhile is then among the references.
  const found = await Promise.all(
    storages.map(async (storage) =>
      (await storage.list()).map((picture) => ({ ...picture, storage })),
    ),
  );
  const referenced = await listReferencedPictures(db);
  const uploaded = found.flat().filter(({ name }) => isPictureName(name));
  const unreferenced = uploaded.filter(({ name }) => !referenced.has(name));
  const isOld = ({ storedAt }: { storedAt: Date }) => storedAt < storedBefore;
  return {
    unused: unreferenced.filter(isOld),
    rendered: found.flat().filter((picture) => isRenderedName(picture.name) && isOld(picture)),
    usedCount: uploaded.length - unreferenced.length,
  };
}

/** Searches whole rows, so that no column can be forgotten, now or later. */
async function listReferencedPictures(db: Queryable): Promise<Set<string>> {
  const { rows } = await db.execute<{ name: string }>(sql`
    select distinct found.match[1] as name
    from (
      select ${artists}::text as line from ${artists}
      union all select ${nominations}::text from ${nominations}
      union all select ${categories}::text from ${categories}
      union all select ${editionArtists}::text from ${editionArtists}
      union all select ${adminActions}::text from ${adminActions}
    ) as lines,
    regexp_matches(lines.line, '([0-9a-f]{32}[.]webp)', 'g') as found(match)
  `);
  return new Set(rows.map(({ name }) => name));
}
