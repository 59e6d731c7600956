import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { artists, categories, nominations, slugs } from '#shared/schema';
import type { Queryable } from '../db/client';
import { CATEGORY_ORDER, isWithin } from './categories';

/** `/a/` leads to an artist, `/c/` to a category; former slugs lead on as well. */
const SHORT_LINK = /^\/([ac])\/([a-z0-9-]{1,80})\/?$/i;

/** Where a short link leads: a path, or nowhere (any more). */
export type ShortLinkTarget = string | 'unknown' | 'withdrawn';

/** @returns null for a path that is no short link */
export async function followShortLink(
  db: Queryable,
  path: string,
): Promise<ShortLinkTarget | null> {
  const [, letter, slug] = SHORT_LINK.exec(path) ?? [];
  if (!letter || !slug) return null;
  const kind = letter.toLowerCase() === 'a' ? 'artist' : 'category';
  const [found] = await db
    .select({ id: slugs.entityId })
    .from(slugs)
    .where(and(eq(slugs.kind, kind), eq(slugs.slug, slug.toLowerCase())));
  if (!found) return 'unknown';
  return kind === 'artist' ? artistTarget(db, found.id) : categoryTarget(db, found.id);
}

async function categoryTarget(db: Queryable, id: string): Promise<ShortLinkTarget> {
  const [category] = await db.select().from(categories).where(eq(categories.id, id));
  if (!category?.isActive) return 'withdrawn';
  // Nobody is to know of it.
  return category.isHidden ? 'unknown' : `/category/${id}`;
}

/** Their profile, on the page of the first category that nominates them. */
async function artistTarget(db: Queryable, id: string): Promise<ShortLinkTarget> {
  const standing = await db
    .select({ categoryId: categories.id, isShown: sql<boolean>`${isWithin('public')}` })
    .from(nominations)
    .innerJoin(artists, eq(artists.id, nominations.artistId))
    .innerJoin(categories, eq(categories.id, nominations.categoryId))
    .where(
      and(
        eq(artists.id, id),
        artists.isActive,
        isNull(nominations.withdrawnAt),
        isWithin('standing'),
      ),
    )
    .orderBy(asc(nominations.position), asc(nominations.createdAt), ...CATEGORY_ORDER);
  const shown = standing.find(({ isShown }) => isShown);
  if (shown) return `/category/${shown.categoryId}?artist=${id}`;
  return standing.length > 0 ? 'unknown' : 'withdrawn';
}
