import { and, eq, exists, sql } from 'drizzle-orm';
import type { FeaturedArtist } from '#shared/contracts/catalog';
import { artists, categories, nominations } from '#shared/schema';
import { type AnswerDeps, categoriesOfArtists } from './artists';
import { isOpen } from './nominations';

/** As many as fit in a row. */
const MAX_FEATURED = 12;

/** A different order every hour, so that no artist is always first or always left out. */
const HOURLY_ORDER = sql`md5(${artists.id} || date_trunc('hour', now())::text)`;

/** Returns featured artists who can be voted for. Nothing here depends on votes. */
export async function listFeatured(deps: AnswerDeps): Promise<FeaturedArtist[]> {
  const rows = await deps.db
    .select({ id: artists.id, name: artists.name, photoUrl: artists.photoUrl })
    .from(artists)
    .where(
      and(
        eq(artists.isFeatured, true),
        exists(
          deps.db
            .select({ id: nominations.id })
            .from(nominations)
            .innerJoin(categories, eq(categories.id, nominations.categoryId))
            .where(and(eq(nominations.artistId, artists.id), isOpen(deps.scope))),
        ),
      ),
    )
    .orderBy(HOURLY_ORDER)
    .limit(MAX_FEATURED);
  const categoriesOf = await categoriesOfArtists(
    deps,
    rows.map(({ id }) => id),
  );
  return rows.flatMap((row) => {
    const [first] = categoriesOf.get(row.id) ?? [];
    return first ? [{ ...row, categoryId: first.id }] : [];
  });
}
