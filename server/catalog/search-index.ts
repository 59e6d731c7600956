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
  const [listed, nominees] = await Promise.all([
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
  const positions = new Map(listed.map(({ id }, position) => [id, position]));
  const artistsById = new Map<string, { name: string; places: number[] }>();
  for (const { id, name, categoryId } of nominees) {
    // The category was created between the two queries; the next read includes it.
    const position = positions.get(categoryId);
    if (position === undefined) continue;
    const artist = artistsById.get(id) ?? { name, places: [] };
    artist.places.push(position);
    artistsById.set(id, artist);
  }
  return {
    categories: listed,
    artists: {
      ids: packIds([...artistsById.keys()]),
      names: [...artistsById.values()].map(({ name }) => name),
      categories: [...artistsById.values()].map(({ places }) => places),
    },
  };
}

/** Packs ids as base64 bytes: as text they would be most of the response. */
const packIds = (ids: readonly string[]): string =>
  Buffer.from(ids.join('').replaceAll('-', ''), 'hex').toString('base64');
