import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Queryable } from '#server/db/client';
import { nameKey } from '#shared/domain/name-key';
import { artists, categories, nominations } from '#shared/schema';
import { closestNameAmong } from './closest-name';

/** Replacement for `Map.groupBy`, which Node 20 does not have. */
function groupBy<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}

export type NamedCategory = Pick<typeof categories.$inferSelect, 'id' | 'name' | 'nameFr'>;
type NamedArtist = Pick<
  typeof artists.$inferSelect,
  'id' | 'name' | 'bio' | 'bioFr' | 'photoUrl' | 'isFeatured'
>;
export interface ExistingArtist extends NamedArtist {
  /** By category. */
  nominations: Map<string, { isWithdrawn: boolean; position: number }>;
}

type CategoryMatch =
  | { found: NamedCategory }
  | { problem: 'ambiguousCategory' | 'noCategories' }
  | { problem: 'unknownCategory'; closest: string };

/** Index of the existing catalogue by names as people write them. Excludes deleted entries. */
export class CatalogIndex {
  readonly #artists: ReadonlyMap<string, ExistingArtist[]>;
  readonly #categoriesById: ReadonlyMap<string, NamedCategory>;
  readonly #categoriesByName = new Map<string, Set<NamedCategory>>();
  readonly #closestTo: (typed: string) => string | null;
  /** Cached, because the same typing error usually occurs in many rows. */
  readonly #closest = new Map<string, string>();

  constructor(catalog: { artists: ExistingArtist[]; categories: NamedCategory[] }) {
    this.#artists = groupBy(catalog.artists, ({ name }) => nameKey(name));
    this.#categoriesById = new Map(catalog.categories.map((category) => [category.id, category]));
    for (const category of catalog.categories) {
      for (const name of [category.name, category.nameFr ?? category.name]) {
        const key = nameKey(name);
        this.#categoriesByName.set(
          key,
          (this.#categoriesByName.get(key) ?? new Set()).add(category),
        );
      }
    }
    this.#closestTo = closestNameAmong(
      catalog.categories.flatMap(({ name, nameFr }) => (nameFr ? [name, nameFr] : [name])),
    );
  }

  /** Returns several artists if they share a name. */
  artistsNamed(name: string): readonly ExistingArtist[] {
    return this.#artists.get(nameKey(name)) ?? [];
  }

  /** @param text the name in either language, or the id */
  category(text: string): CategoryMatch {
    const byId = this.#categoriesById.get(text.toLowerCase());
    if (byId) return { found: byId };
    const [found, ...others] = this.#categoriesByName.get(nameKey(text)) ?? [];
    if (found) return others.length > 0 ? { problem: 'ambiguousCategory' } : { found };
    const closest = this.#closest.get(text) ?? this.#closestTo(text);
    if (closest === null) return { problem: 'noCategories' };
    this.#closest.set(text, closest);
    return { problem: 'unknownCategory', closest };
  }
}

/** @param names of the artists that may be looked up */
export async function readCatalogIndex(
  db: Queryable,
  names: readonly string[],
): Promise<CatalogIndex> {
  const wantedKeys = new Set(names.map(nameKey));
  const activeCategories = await db
    .select({ id: categories.id, name: categories.name, nameFr: categories.nameFr })
    .from(categories)
    .where(eq(categories.isActive, true));
  const activeArtists = await db
    .select({ id: artists.id, name: artists.name })
    .from(artists)
    .where(eq(artists.isActive, true));
  const ids = activeArtists.flatMap(({ id, name }) => (wantedKeys.has(nameKey(name)) ? [id] : []));
  return new CatalogIndex({
    categories: activeCategories,
    artists: await readArtists(db, ids),
  });
}

async function readArtists(db: Queryable, ids: string[]): Promise<ExistingArtist[]> {
  const profiles = await db
    .select({
      id: artists.id,
      name: artists.name,
      bio: artists.bio,
      bioFr: artists.bioFr,
      photoUrl: artists.photoUrl,
      isFeatured: artists.isFeatured,
    })
    .from(artists)
    .where(and(inArray(artists.id, ids), eq(artists.isActive, true)));
  const nominated = await db
    .select({
      artistId: nominations.artistId,
      categoryId: nominations.categoryId,
      isWithdrawn: sql<boolean>`${nominations.withdrawnAt} is not null`,
      position: nominations.position,
    })
    .from(nominations)
    .where(inArray(nominations.artistId, ids));
  const nominationsByArtist = groupBy(nominated, ({ artistId }) => artistId);
  return profiles.map((profile) => ({
    ...profile,
    nominations: new Map(
      (nominationsByArtist.get(profile.id) ?? []).map((nomination) => [
        nomination.categoryId,
        nomination,
      ]),
    ),
  }));
}
