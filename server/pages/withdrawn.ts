import { eq } from 'drizzle-orm';
import { followShortLink } from '#server/catalog/index';
import type { Queryable } from '#server/db/client';
import { uuid } from '#shared/contracts/primitives';
import { categories, nominations } from '#shared/schema';

/**
 * True when the page existed until an administrator deleted what it shows. False for a hidden
 * category, whose existence must not be revealed.
 */
export async function wasWithdrawn(db: Queryable, path: string): Promise<boolean> {
  const [, page, name = ''] = /^\/(category|share)\/([^/]{1,100})$/.exec(path) ?? [];
  const isActive = db.select({ isActive: categories.isActive }).from(categories);
  if (page === 'category') {
    const id = uuid.safeParse(name).data;
    if (id === undefined) return false;
    const [category] = await isActive.where(eq(categories.id, id));
    return category?.isActive === false;
  }
  if (page === 'share') {
    const [category] = await isActive
      .innerJoin(nominations, eq(nominations.categoryId, categories.id))
      .where(eq(nominations.shareableLink, name));
    return category?.isActive === false;
  }
  return (await followShortLink(db, path)) === 'withdrawn';
}
