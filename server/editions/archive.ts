import { and, asc, eq, isNull, type SQL } from 'drizzle-orm';
import {
  ALL_RESULTS,
  CATEGORY_COLUMNS,
  CATEGORY_ORDER,
  type CatalogDeps,
  displayedIn,
  isWithin,
  OWN_TEXTS,
  votesOfNomination,
} from '#server/catalog/index';
import { notFound } from '#server/errors';
import type { Edition } from '#server/settings/index';
import type {
  ArchivedEdition,
  ArchivedNominee,
  ArchivedResults,
  PublicEdition,
} from '#shared/contracts/editions';
import type { Language } from '#shared/domain/localized';
import { standingsOf, type VisibleResults } from '#shared/domain/results';
import { categories, editionArtists, nominations } from '#shared/schema';

/** What is read of an archived edition. */
interface ArchiveDeps extends Pick<CatalogDeps, 'db' | 'scope' | 'shown'> {
  edition: Edition;
  language: Language;
}

type Nominee = ArchivedNominee & { categoryId: string };

/** Returns the current edition and the archived ones, the latest first. */
export async function listPublicEditions(
  all: readonly Edition[],
  depsOf: (edition: Edition) => Pick<CatalogDeps, 'db' | 'scope'>,
): Promise<PublicEdition[]> {
  const shown = all.filter(({ state }) => state !== 'draft');
  const latestFirst = [...shown].sort((one, other) => moment(other) - moment(one));
  return Promise.all(latestFirst.map((edition) => publicEdition(edition, depsOf(edition))));
}

/** Order in time; the first edition has no beginning. */
const moment = ({ begunAt }: Edition): number => begunAt?.getTime() ?? Number.NEGATIVE_INFINITY;

async function publicEdition(
  { settings, state }: Edition,
  { db, scope }: Pick<CatalogDeps, 'db' | 'scope'>,
): Promise<PublicEdition> {
  const { year, name, nameFr, closesAt } = settings;
  const visible = { ...scope, sees: 'public' as const };
  const nominees = db
    .select({ id: nominations.id })
    .from(nominations)
    .innerJoin(categories, eq(categories.id, nominations.categoryId))
    .where(and(isWithin(visible), isNull(nominations.withdrawnAt), isNull(nominations.mergedInto)));
  return {
    ...{ year, name, nameFr, closesAt },
    isCurrent: state === 'current',
    categories: await db.$count(categories, isWithin(visible)),
    nominees: await db.$count(nominees.as('nominees')),
  };
}

/** Returns an archived edition with the winners of each category. */
export async function readArchive(deps: ArchiveDeps): Promise<ArchivedEdition> {
  const [shown, listed] = await Promise.all([deps.shown(), listCategories(deps)]);
  const nominees = await listNominees(deps, shown);
  return {
    ...(await publicEdition(deps.edition, deps)),
    shows: shown.shows,
    list: listed.map((category) => {
      const own = nominees.filter(({ categoryId }) => categoryId === category.id);
      const isWinner = ({ place, votes }: Nominee) => place === 1 && votes !== 0;
      return {
        ...category,
        nominees: own.length,
        winners: own.filter(isWinner).map(withoutCategory),
      };
    }),
  };
}

/**
 * Returns the results of one category.
 * @throws AppError 404 when the edition has no such public category
 */
export async function readArchivedCategory(
  deps: ArchiveDeps,
  categoryId: string,
): Promise<ArchivedResults> {
  const ofCategory = eq(categories.id, categoryId);
  const [shown, [category]] = await Promise.all([deps.shown(), listCategories(deps, ofCategory)]);
  if (!category) throw notFound('category');
  const nominees = await listNominees(deps, shown, ofCategory);
  return {
    edition: { ...(await publicEdition(deps.edition, deps)), shows: shown.shows },
    category,
    nominees: nominees.map(withoutCategory),
  };
}

const withoutCategory = ({ categoryId: _category, ...nominee }: Nominee): ArchivedNominee =>
  nominee;

async function listCategories({ db, scope, language }: ArchiveDeps, condition?: SQL) {
  const rows = await db
    .select(CATEGORY_COLUMNS)
    .from(categories)
    .where(and(isWithin(scope), condition))
    .orderBy(...CATEGORY_ORDER);
  return rows.map(displayedIn(language));
}

/**
 * Returns nominees as they were shown when the edition was archived: best first where an order was
 * published, else by name.
 */
async function listNominees(
  { db, scope }: ArchiveDeps,
  shown: VisibleResults,
  condition?: SQL,
): Promise<Nominee[]> {
  // Of published ranks, the votes are read only to compute them.
  const counted = shown.shows === 'ranks' ? ALL_RESULTS : shown;
  const rows = await db
    .select({
      id: nominations.id,
      categoryId: nominations.categoryId,
      artistId: editionArtists.artistId,
      name: editionArtists.name,
      bio: editionArtists.bio,
      bioFr: editionArtists.bioFr,
      photoUrl: editionArtists.photoUrl,
      ...OWN_TEXTS,
      votes: votesOfNomination(counted),
    })
    .from(nominations)
    .innerJoin(categories, eq(categories.id, nominations.categoryId))
    .innerJoin(
      editionArtists,
      and(
        eq(editionArtists.editionId, categories.editionId),
        eq(editionArtists.artistId, nominations.artistId),
      ),
    )
    .where(
      and(
        isWithin(scope),
        isNull(nominations.withdrawnAt),
        isNull(nominations.mergedInto),
        condition,
      ),
    )
    .orderBy(asc(editionArtists.name), asc(nominations.id));
  const ids = new Set(rows.map(({ categoryId }) => categoryId));
  return [...ids].flatMap((id) =>
    ranked(
      rows.filter(({ categoryId }) => categoryId === id),
      shown,
    ),
  );
}

type Row = Omit<Nominee, 'place' | 'share'>;

/** Ranks the nominees of one category. */
function ranked(rows: readonly Row[], { shows }: VisibleResults): Nominee[] {
  if (shows === 'hidden') {
    return rows.map((row) => ({ ...row, votes: null, place: null, share: null }));
  }
  const standings = standingsOf(rows.map(({ votes }) => votes ?? 0));
  return rows
    .map((row, index) => ({
      ...row,
      votes: shows === 'ranks' ? null : row.votes,
      place: standings[index]?.place ?? null,
      share: standings[index]?.share ?? null,
    }))
    .sort((one, other) => (one.place ?? 0) - (other.place ?? 0));
}
