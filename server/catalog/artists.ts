import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Database, Queryable } from '#server/db/client';
import { notFound } from '#server/errors';
import type { Edition } from '#server/settings/index';
import type { Artist } from '#shared/contracts/catalog';
import type { Language } from '#shared/domain/localized';
import type { VisibleResults } from '#shared/domain/results';
import { artists, categories, nominations } from '#shared/schema';
import {
  CATEGORY_ORDER,
  type CategoryScope,
  displayedIn,
  isWithin,
  loadCategories,
} from './categories';
import { votesOfArtist } from './public-votes';
import type { TrendingBoard } from './trending';

/** What answers about the catalogue of one edition need. */
export interface CatalogDeps {
  db: Database;
  trending: TrendingBoard;
  /** Returns what the public may currently see of the votes. */
  shown(): Promise<VisibleResults>;
  /** Categories visible to the caller. */
  scope: CategoryScope;
}

/** The catalogue of the current edition, or of the one given, as visitors see it. */
export type CatalogOf = (edition?: Edition) => CatalogDeps;

/** Dependencies of a response, which is in one language. */
export interface AnswerDeps extends CatalogDeps {
  language: Language;
}

/**
 * Finds an artist, or the one into which it was merged.
 * @throws AppError 404 when there is none, or it was deleted
 */
export async function findArtist(deps: AnswerDeps, id: string): Promise<Artist> {
  const standingId = await findStandingArtist(deps.db, id);
  const artist = (await loadArtists(deps, [standingId], await deps.shown())).get(standingId);
  if (!artist) throw notFound('artist');
  return artist;
}

/** Returns the artist to which links of this id lead: itself, unless it was merged. */
export async function findStandingArtist(db: Queryable, id: string): Promise<string> {
  const [artist] = await db
    .select({ mergedInto: artists.mergedInto })
    .from(artists)
    .where(eq(artists.id, id));
  return artist?.mergedInto ?? id;
}

/** Returns active artists by id, each with its categories, in a constant number of queries. */
export async function loadArtists(
  { db, trending, language, scope }: Omit<AnswerDeps, 'shown'>,
  ids: string[],
  shown: VisibleResults,
): Promise<Map<string, Artist>> {
  const [rows, categoriesOf, trendOf] = await Promise.all([
    selectArtists({ db, scope }, ids, shown),
    categoriesOfArtists({ db, language, scope }, ids),
    // Today's trend would reveal the votes unless they are shown live.
    shown.shows === 'live' ? trending.trends(scope.edition) : () => HIDDEN_TREND,
  ]);
  return new Map(
    rows.map((row) => {
      const artistCategories = categoriesOf.get(row.id) ?? [];
      return [
        row.id,
        {
          ...row,
          ...trendOf(row.id),
          categories: artistCategories,
          categoryCount: artistCategories.length,
        },
      ];
    }),
  );
}

const HIDDEN_TREND = { isTrending: false, trendingVotes: null };

function selectArtists(
  { db, scope }: Pick<AnswerDeps, 'db' | 'scope'>,
  ids: string[],
  shown: VisibleResults,
) {
  return db
    .select({
      id: artists.id,
      name: artists.name,
      bio: artists.bio,
      bioFr: artists.bioFr,
      photoUrl: artists.photoUrl,
      totalVotes: votesOfArtist(sql`${artists.id}`, scope.edition, shown),
    })
    .from(artists)
    .where(and(eq(artists.isActive, true), inArray(artists.id, ids)));
}

/**
 * Returns the categories in which each of these artists can be voted for, in the order of the
 * nominations.
 */
export async function categoriesOfArtists(
  { db, language, scope }: Pick<AnswerDeps, 'db' | 'language' | 'scope'>,
  ids: string[],
): Promise<Map<string, Artist['categories']>> {
  const nominated = await db
    .select({
      nominationId: nominations.id,
      artistId: nominations.artistId,
      categoryId: nominations.categoryId,
    })
    .from(nominations)
    .innerJoin(categories, eq(categories.id, nominations.categoryId))
    .where(
      and(inArray(nominations.artistId, ids), isNull(nominations.withdrawnAt), isWithin(scope)),
    )
    .orderBy(asc(nominations.position), asc(nominations.createdAt), ...CATEGORY_ORDER);
  const found = await loadCategories(
    db,
    [...new Set(nominated.map(({ categoryId }) => categoryId))],
    scope,
  );
  const byId = new Map(found.map(displayedIn(language)).map((category) => [category.id, category]));
  const categoriesOf = new Map<string, Artist['categories']>();
  for (const { nominationId, artistId, categoryId } of nominated) {
    const category = byId.get(categoryId);
    if (!category) continue;
    const others = categoriesOf.get(artistId) ?? [];
    categoriesOf.set(artistId, [...others, { ...category, nominationId }]);
  }
  return categoriesOf;
}
