import { and, asc, eq } from 'drizzle-orm';
import type { FeaturedArtist } from '#shared/contracts/catalog';
import { artists } from '#shared/schema';
import { type AnswerDeps, categoriesOfArtists } from './artists';

/** More than fit into a row are no longer put forward. */
const MOST_FEATURED = 12;

/** Featured artists who can be voted for, by name. Nothing here depends on votes. */
export async function listFeatured(deps: AnswerDeps): Promise<FeaturedArtist[]> {
  const rows = await deps.db
    .select({ id: artists.id, name: artists.name, photoUrl: artists.photoUrl })
    .from(artists)
    .where(and(eq(artists.isFeatured, true), eq(artists.isActive, true)))
    .orderBy(asc(artists.name), asc(artists.id))
    .limit(MOST_FEATURED);
  const categoriesOf = await categoriesOfArtists(
    deps,
    rows.map(({ id }) => id),
  );
  return rows.flatMap((row) => {
    const [first] = categoriesOf.get(row.id) ?? [];
    return first ? [{ ...row, categoryId: first.id }] : [];
  });
}
