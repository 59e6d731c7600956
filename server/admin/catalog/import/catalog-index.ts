import { randomUUID } from 'node:crypto';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { isWithin } from '#server/catalog/index';
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

export interface NamedCategory
  extends Pick<typeof categories.$inferSelect, 'id' | 'name' | 'nameFr'> {
  /** True for one that the import creates. */
  isNew?: true;
}
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
  | { problem: 'ambiguousCategory' | 'noCategories'; text: string }
  | { problem: 'unknownCategory'; text: string; closest: string };

/** An artist's own name, or that of an artist merged into it. */
interface NameOfArtist {
  name: string;
  artistId: string;
  isFormer: boolean;
}

/**
 * Index of the existing catalogue by names as people write them. Excludes deleted entries; names of
 * merged artists lead to the artist that stays.
 */
export class CatalogIndex {
  readonly #artists: ReadonlyMap<string, ExistingArtist[]>;
  readonly #categoriesById: ReadonlyMap<string, NamedCategory>;
  readonly #categoriesByName = new Map<string, Set<NamedCategory>>();
  readonly #closestTo: (typed: string) => string | null;
  /** Cached, because the same typing error usually occurs in many rows. */
  readonly #closest = new Map<string, string>();
  /** Chosen by an administrator, by the name in the file. */
  readonly #chosen = new Map<string, NamedCategory>();

  /** @param chosen for a category's name in the file, the id of a category; null for a new one */
  constructor(
    catalog: { artists: ExistingArtist[]; names: NameOfArtist[]; categories: NamedCategory[] },
    chosen: ReadonlyMap<string, string | null>,
  ) {
    this.#artists = artistsByKey(catalog);
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
    for (const [name, id] of chosen) {
      const key = nameKey(name);
      // Another administrator may have created it meanwhile.
      if (id === null && this.#categoriesByName.has(key)) continue;
      const category =
        id === null
          ? { id: randomUUID(), name: name.trim(), nameFr: null, isNew: true as const }
          : this.#categoriesById.get(id);
      if (category && key !== '' && !this.#chosen.has(key)) this.#chosen.set(key, category);
    }
    this.#closestTo = closestNameAmong(
      catalog.categories.flatMap(({ name, nameFr }) => (nameFr ? [name, nameFr] : [name])),
    );
  }

  /** Returns several artists if they share a name, or a former name. */
  artistsNamed(name: string): readonly ExistingArtist[] {
    return this.#artists.get(nameKey(name)) ?? [];
  }

  /**
   * Finds the categories of a cell: people write several into one.
   * @param text one or more names in either language, or an id
   */
  categories(text: string): CategoryMatch[] {
    const whole = this.category(text);
    const parts = text.split(/[,;|/\n•]+/).flatMap((part) => part.trim() || []);
    if ('found' in whole || parts.length < 2) return [whole];
    const matches = parts.map((part) => this.category(part));
    // If no part is known, it is one name that contains a comma.
    return matches.some((match) => 'found' in match) ? matches : [whole];
  }

  /** @param text the name in either language, or the id */
  category(text: string): CategoryMatch {
    const byId = this.#categoriesById.get(text.toLowerCase());
    if (byId) return { found: byId };
    const chosen = this.#chosen.get(nameKey(text));
    if (chosen) return { found: chosen };
    const [found, ...others] = this.#categoriesByName.get(nameKey(text)) ?? [];
    if (found) return others.length > 0 ? { problem: 'ambiguousCategory', text } : { found };
    const closest = this.#closest.get(text) ?? this.#closestTo(text);
    if (closest === null) return { problem: 'noCategories', text };
    this.#closest.set(text, closest);
    return { problem: 'unknownCategory', text, closest };
  }
}

/** An artist's own name comes before the same former name of another one. */
function artistsByKey(catalog: {
  artists: ExistingArtist[];
  names: NameOfArtist[];
}): Map<string, ExistingArtist[]> {
  const { artists: all, names } = catalog;
  const byKey = groupBy(all, ({ name }) => nameKey(name));
  const formerByKey = groupBy(
    names.filter(({ name, isFormer }) => isFormer && !byKey.has(nameKey(name))),
    ({ name }) => nameKey(name),
  );
  for (const [key, former] of formerByKey) {
    const ids = new Set(former.map(({ artistId }) => artistId));
    byKey.set(
      key,
      all.filter(({ id }) => ids.has(id)),
    );
  }
  return byKey;
}

/**
 * Reads the categories of an edition, and artists.
 * @param names of the artists that may be looked up
 */
export async function readCatalogIndex(
  { db, edition }: { db: Queryable; edition: number },
  names: readonly string[],
  chosen: ReadonlyMap<string, string | null>,
): Promise<CatalogIndex> {
  const wantedKeys = new Set(names.map(nameKey));
  const activeCategories = await db
    .select({ id: categories.id, name: categories.name, nameFr: categories.nameFr })
    .from(categories)
    .where(isWithin({ edition, sees: 'active' }));
  const stays = alias(artists, 'stays');
  const allNames = await db
    .select({
      name: artists.name,
      artistId: stays.id,
      isFormer: sql<boolean>`${artists.mergedInto} is not null`,
    })
    .from(artists)
    .innerJoin(stays, sql`${stays.id} = coalesce(${artists.mergedInto}, ${artists.id})`)
    .where(eq(stays.isActive, true));
  const wanted = allNames.filter(({ name }) => wantedKeys.has(nameKey(name)));
  const ids = [...new Set(wanted.map(({ artistId }) => artistId))];
  const existing = {
    categories: activeCategories,
    artists: await readArtists(db, ids),
    names: wanted,
  };
  return new CatalogIndex(existing, chosen);
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
