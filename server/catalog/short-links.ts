import { and, asc, desc, eq, isNull, sql } from 'drizzle-orm';
import type { Queryable } from '#server/db/client';
import { notFound } from '#server/errors';
import { type PosterKits, posterArtist } from '#shared/contracts/posters';
import { uuid } from '#shared/contracts/primitives';
import { artistAddress } from '#shared/domain/artist-address';
import { artists, categories, nominations, slugs } from '#shared/schema';
import { archivedArtistPath, archivedCategoryPath } from './archived-links';
import { type CatalogDeps, findStandingArtist } from './artists';
import { CATEGORY_ORDER, isWithin } from './categories';

type Deps = Pick<CatalogDeps, 'db' | 'scope'>;

/**
 * `/a/` leads to an artist, optionally within a named category, or to the artist's posters; `/c/`
 * leads to a category. Former slugs, an artist's id, and those of merged artists also work.
 */
const SHORT_LINK = /^\/([ac])\/([a-z0-9-]{1,80})(?:\/([a-z0-9-]{1,80}))?\/?$/i;

/** Target of a short link: a path, or the reason why there is none. */
export type ShortLinkTarget = string | 'unknown' | 'withdrawn';

/** @returns null for a path that is not a short link */
export async function followShortLink(deps: Deps, path: string): Promise<ShortLinkTarget | null> {
  const [, letter, name, lastPart] = SHORT_LINK.exec(path) ?? [];
  if (!letter || !name) return null;
  if (letter.toLowerCase() === 'c') return lastPart ? null : categoryTarget(deps, name);
  return lastPart?.toLowerCase() === 'posters'
    ? postersTarget(deps, name)
    : artistTarget(deps, name, lastPart ?? null);
}

async function categoryTarget({ db, scope }: Deps, slug: string): Promise<ShortLinkTarget> {
  const id = await idOfSlug(db, 'category', slug);
  if (id === null) return 'unknown';
  const [category] = await db.select().from(categories).where(eq(categories.id, id));
  if (category && category.editionId !== scope.edition) {
    return (await archivedCategoryPath(db, id)) ?? 'unknown';
  }
  if (!category?.isActive) return 'withdrawn';
  // Hidden categories must not be revealed.
  return category.isHidden ? 'unknown' : `/category/${id}`;
}

/**
 * Returns the artist's profile on the page of that category, else of the first one that nominates
 * them.
 */
async function artistTarget(
  deps: Deps,
  name: string,
  categorySlug: string | null,
): Promise<ShortLinkTarget> {
  const found = await nominationsOf(deps, name);
  if (typeof found === 'string') return archiveInstead(deps, name, found);
  const { artistId, shown } = found;
  const categoryId =
    categorySlug === null ? null : await idOfSlug(deps.db, 'category', categorySlug);
  const matching = shown.find((nomination) => nomination.category.id === categoryId);
  const { category } = matching ?? shown[0];
  return artistAddress(category.id, artistId, Boolean(matching) || shown.length === 1);
}

/** An artist who is not nominated this year is found in the last edition that nominated them. */
async function archiveInstead(
  { db }: Deps,
  name: string,
  otherwise: 'unknown' | 'withdrawn',
): Promise<ShortLinkTarget> {
  const artistId = await idOfArtist(db, name);
  return (artistId && (await archivedArtistPath(db, artistId))) ?? otherwise;
}

/** Returns the page of the artist's posters, by the current slug. */
async function postersTarget(deps: Deps, name: string): Promise<ShortLinkTarget> {
  const found = await nominationsOf(deps, name);
  if (typeof found === 'string') return archiveInstead(deps, name, found);
  return `/a/${await slugOf(deps.db, 'artist', found.artistId)}/posters`;
}

/**
 * Returns the posters available for an artist.
 * @param name a current or former slug, or the artist's id
 * @throws AppError 404 when there is no such public artist
 */
export async function findPosterKits(deps: Deps, name: string): Promise<PosterKits> {
  const { db } = deps;
  const found = await nominationsOf(deps, name);
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
  { db, scope }: Deps,
  name: string,
): Promise<Found | 'unknown' | 'withdrawn'> {
  const artistId = await idOfArtist(db, name);
  if (artistId === null) return 'unknown';
  const [artist] = await db.select().from(artists).where(eq(artists.id, artistId));
  if (!artist) return 'unknown';
  const nominated = await db
    .select({
      nominationId: nominations.id,
      category: { id: categories.id, name: categories.name, nameFr: categories.nameFr },
      isShown: sql<boolean>`${isWithin({ ...scope, sees: 'public' })}`,
    })
    .from(nominations)
    .innerJoin(artists, eq(artists.id, nominations.artistId))
    .innerJoin(categories, eq(categories.id, nominations.categoryId))
    .where(
      and(
        eq(artists.id, artistId),
        artists.isActive,
        isNull(nominations.withdrawnAt),
        isWithin({ ...scope, sees: 'active' }),
      ),
    )
    .orderBy(asc(nominations.position), asc(nominations.createdAt), ...CATEGORY_ORDER);
  const [first, ...others] = nominated.filter(({ isShown }) => isShown);
  if (first) return { artistId, artistName: artist.name, shown: [first, ...others] };
  return nominated.length > 0 ? 'unknown' : 'withdrawn';
}

/** @param name a current or former slug, or the id, also of a merged artist */
async function idOfArtist(db: Queryable, name: string): Promise<string | null> {
  if (!posterArtist.safeParse(name).success) return null;
  const id = uuid.safeParse(name).data ?? (await idOfSlug(db, 'artist', name));
  return id && findStandingArtist(db, id);
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
