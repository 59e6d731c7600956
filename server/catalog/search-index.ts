import { asc, eq } from 'drizzle-orm';
import type { SearchIndex } from '#shared/contracts/catalog';
import { artists, categories, nominations } from '#shared/schema';
import type { CatalogDeps } from './artists';
import { CATEGORY_ORDER, isWithin } from './categories';
import { isOpen } from './nominations';

/** Returns all searchable names. It contains no vote data, so every results policy allows it. */
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
      // Sorted order compresses best.
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
    // The category was created between the two queries; the next read includes it.
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

/** Packs ids as base64 bytes: as text they would be most of the response. */
const packed = (ids: readonly string[]): string =>
  Buffer.from(ids.join('').replaceAll('-', ''), 'hex').toString('base64');
