import { and, asc, desc, eq, isNull, sql } from 'drizzle-orm';
import type { Queryable } from '#server/db/client';
import { notFound } from '#server/errors';
import { type PosterKits, posterArtist } from '#shared/contracts/posters';
import { uuid } from '#shared/contracts/primitives';
import { artistAddress } from '#shared/domain/artist-address';
import { artists, categories, nominations, slugs } from '#shared/schema';
import { findStandingArtist } from './artists';
import { CATEGORY_ORDER, isWithin } from './categories';

/**
 * `/a/` leads to an artist, optionally within a named category, or to the artist's posters; `/c/`
 * leads to a category. Former slugs, an artist's id, and those of merged artists also work.
 */
const SHORT_LINK = /^\/([ac])\/([a-z0-9-]{1,80})(?:\/([a-z0-9-]{1,80}))?\/?$/i;

/** Target of a short link: a path, or the reason why there is none. */
export type ShortLinkTarget = string | 'unknown' | 'withdrawn';

/** @returns null for a path that is not a short link */
export async function followShortLink(
  db: Queryable,
  path: string,
): Promise<ShortLinkTarget | null> {
  const [, letter, name, lastPart] = SHORT_LINK.exec(path) ?? [];
  if (!letter || !name) return null;
  if (letter.toLowerCase() === 'c') return lastPart ? null : categoryTarget(db, name);
  return lastPart?.toLowerCase() === 'posters'
    ? postersTarget(db, name)
    : artistTarget(db, name, lastPart ?? null);
}

async function categoryTarget(db: Queryable, slug: string): Promise<ShortLinkTarget> {
  const id = await idOfSlug(db, 'category', slug);
  if (id === null) return 'unknown';
  const [category] = await db.select().from(categories).where(eq(categories.id, id));
  if (!category?.isActive) return 'withdrawn';
  // Hidden categories must not be revealed.
  return category.isHidden ? 'unknown' : `/category/${id}`;
}

/**
 * Returns the artist's profile on the page of that category, else of the first one that nominates
 * them.
 */
async function artistTarget(
  db: Queryable,
  name: string,
  categorySlug: string | null,
): Promise<ShortLinkTarget> {
  const found = await nominationsOf(db, name);
  if (typeof found === 'string') return found;
  const { artistId, shown } = found;
  const categoryId = categorySlug === null ? null : await idOfSlug(db, 'category', categorySlug);
  const matching = shown.find((nomination) => nomination.category.id === categoryId);
  const { category } = matching ?? shown[0];
  return artistAddress(category.id, artistId, Boolean(matching) || shown.length === 1);
}

/** Returns the page of the artist's posters, by the current slug. */
async function postersTarget(db: Queryable, name: string): Promise<ShortLinkTarget> {
  const found = await nominationsOf(db, name);
  if (typeof found === 'string') return found;
  return `/a/${await slugOf(db, 'artist', found.artistId)}/posters`;
}

/**
 * Returns the posters available for an artist.
 * @param name a current or former slug, or the artist's id
 * @throws AppError 404 when there is no such public artist
 */
export async function findPosterKits(db: Queryable, name: string): Promise<PosterKits> {
  const found = await nominationsOf(db, name);
  if (typeof found === 'string') throw notFound('artist');
  const { artistId, artistName, shown } = found;
  const slug = await slugOf(db, 'artist', artistId);
  const kits = shown.map(async ({ nominationId, category }) => ({
    nominationId,
    category,
    // With several nominations, the short form names none.
    link:
      shown.length === 1 ? `/a/${slug}` : `/a/${slug}/${await slugOf(db, 'category', category.id)}`,
  }));
  return { artist: { id: artistId, name: artistName, slug }, kits: await Promise.all(kits) };
}

interface Nominated {
  nominationId: string;
  category: PosterKits['kits'][number]['category'];
}

interface Found {
  artistId: string;
  artistName: string;
  /** The public nominations. */
  shown: [Nominated, ...Nominated[]];
}

async function nominationsOf(
  db: Queryable,
  name: string,
): Promise<Found | 'unknown' | 'withdrawn'> {
  if (!posterArtist.safeParse(name).success) return 'unknown';
  const namedId = uuid.safeParse(name).data ?? (await idOfSlug(db, 'artist', name));
  if (namedId === null) return 'unknown';
  const artistId = await findStandingArtist(db, namedId);
  const [artist] = await db.select().from(artists).where(eq(artists.id, artistId));
  if (!artist) return 'unknown';
  const nominated = await db
    .select({
      nominationId: nominations.id,
      category: { id: categories.id, name: categories.name, nameFr: categories.nameFr },
      isShown: sql<boolean>`${isWithin('public')}`,
    })
    .from(nominations)
    .innerJoin(artists, eq(artists.id, nominations.artistId))
    .innerJoin(categories, eq(categories.id, nominations.categoryId))
    .where(
      and(
        eq(artists.id, artistId),
        artists.isActive,
        isNull(nominations.withdrawnAt),
        isWithin('active'),
      ),
    )
    .orderBy(asc(nominations.position), asc(nominations.createdAt), ...CATEGORY_ORDER);
  const [first, ...others] = nominated.filter(({ isShown }) => isShown);
  if (first) return { artistId, artistName: artist.name, shown: [first, ...others] };
  return nominated.length > 0 ? 'unknown' : 'withdrawn';
}

type SlugKind = (typeof slugs.$inferSelect)['kind'];

async function idOfSlug(db: Queryable, kind: SlugKind, slug: string): Promise<string | null> {
  const [found] = await db
    .select({ id: slugs.entityId })
    .from(slugs)
    .where(and(eq(slugs.kind, kind), eq(slugs.slug, slug.toLowerCase())));
  return found?.id ?? null;
}

/** Returns the current slug, or the id if there is none, which also works. */
async function slugOf(db: Queryable, kind: SlugKind, id: string): Promise<string> {
  const [chosen] = await db
    .select({ slug: slugs.slug })
    .from(slugs)
    .where(and(eq(slugs.kind, kind), eq(slugs.entityId, id)))
    .orderBy(desc(slugs.chosenAt))
    .limit(1);
  return chosen?.slug ?? id;
}
