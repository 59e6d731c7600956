import { eq } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import { artists, categories, nominations } from '#shared/schema';
import type { Queryable } from '../db/client';

/**
 * Whether an artist, nomination or category has this picture, to the letter. Deleted and withdrawn
 * ones count: their receipts are still shown.
 */
export async function isUsedAddress(db: Queryable, address: string): Promise<boolean> {
  const uses = await unionAll(
    db.select({ id: artists.id }).from(artists).where(eq(artists.photoUrl, address)),
    db
      .select({ id: nominations.id })
      .from(nominations)
      .where(eq(nominations.nominationPhotoUrl, address)),
    db
      .select({ id: categories.id })
      .from(categories)
      .where(eq(categories.backgroundImageUrl, address)),
  ).limit(1);
  return uses.length > 0;
}
