import { eq } from 'drizzle-orm';
import {
  archivedCategoryPath,
  archivedSharePath,
  type CatalogDeps,
  followShortLink,
} from '#server/catalog/index';
import { uuid } from '#shared/contracts/primitives';
import { categories, nominations } from '#shared/schema';

/**
 * Returns what became of a page that does not exist: `withdrawn` when an administrator has deleted
 * what it showed; the path of its archive when its edition is over; else `unknown`, also for a
 * hidden category, whose existence must not be revealed.
 */
export async function findMissing(
  deps: Pick<CatalogDeps, 'db' | 'scope'>,
  path: string,
): Promise<string> {
  const { db } = deps;
  const [, page, name = ''] = /^\/(category|share)\/([^/]{1,100})$/.exec(path) ?? [];
  const isActive = db.select({ isActive: categories.isActive }).from(categories);
  if (page === 'category') {
    const id = uuid.safeParse(name).data;
    if (id === undefined) return 'unknown';
    const [category] = await isActive.where(eq(categories.id, id));
    return stateOf(category) ?? (await archivedCategoryPath(db, id)) ?? 'unknown';
  }
  if (page === 'share') {
    const [category] = await isActive
      .innerJoin(nominations, eq(nominations.categoryId, categories.id))
      .where(eq(nominations.shareableLink, name));
    return stateOf(category) ?? (await archivedSharePath(db, name)) ?? 'unknown';
  }
  return (await followShortLink(deps, path)) ?? 'unknown';
}

const stateOf = (category: { isActive: boolean } | undefined): 'withdrawn' | null =>
  category?.isActive === false ? 'withdrawn' : null;
