import { asc, eq } from 'drizzle-orm';
import type { SearchIndex } from '#shared/contracts/catalog';
import { artists, categories, nominations } from '#shared/schema';
import type { CatalogDeps } from './artists';
import { CATEGORY_ORDER, isWithin } from './categories';
import { isOpen } from './nominations';

/** Returns all searchable names. Nothing here depends on votes. */
export async function readSearchIndex({
  db,
  scope,
}: Pick<CatalogDeps, 'db' | 'scope'>): Promise<SearchIndex> {
  const [listed, open] = await Promise.all([
    db
      .select({
        id: categories.id,
        name: categories.name,
        nameFr: categories.nameFr,
        icon: categories.icon,
      })
      .from(categories)
      .where(isWithin(scope))
      .orderBy(...CATEGORY_ORDER),
    db
      .select({ id: artists.id, name: artists.name, categoryId: nominations.categoryId })
      .from(nominations)
      .innerJoin(artists, eq(artists.id, nominations.artistId))
      .innerJoin(categories, eq(categories.id, nominations.categoryId))
      .where(isOpen(scope))
      // Sorted by name, which compresses best.
      .orderBy(
        asc(artists.name),
        asc(artists.id),
        asc(nominations.position),
        asc(nominations.createdAt),
        ...CATEGORY_ORDER,
      ),
  ]);
  const placeOf = new Map(listed.map(({ id }, place) => [id, place]));
  const found = new Map<string, { name: string; places: number[] }>();
  for (const { id, name, categoryId } of open) {
    // Created between the two reads: it is included the next time.
    const place = placeOf.get(categoryId);
    if (place === undefined) continue;
    const artist = found.get(id) ?? { name, places: [] };
    artist.places.push(place);
    found.set(id, artist);
  }
  return {
    categories: listed,
    artists: {
      ids: packed([...found.keys()]),
      names: [...found.values()].map(({ name }) => name),
      categories: [...found.values()].map(({ places }) => places),
    },
  };
}

/** As bytes: ids in text form would be larger than everything else. */
const packed = (ids: readonly string[]): string =>
  Buffer.from(ids.join('').replaceAll('-', ''), 'hex').toString('base64');
