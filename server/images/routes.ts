import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import { artists, categories, nominations } from '#shared/schema';
import type { Database, Queryable } from '../db/client';
import { notFound } from '../errors';
import type { Api } from '../http';
import type { Logger } from '../platform/logger';
import type { FetchSeams } from './fetch-image';
import { ImageCache } from './image-cache';
import { ImageProxy } from './image-proxy';
import type { Uploads } from './uploads/uploads';

/**
 * Whether an artist, nomination or category has this picture, to the letter. Deleted and withdrawn
 * ones count: their receipts are still shown.
 */
async function isUsedAddress(db: Queryable, address: string): Promise<boolean> {
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

interface ImageDeps extends FetchSeams {
  db: Database;
  dataDir: string;
  uploads: Uploads;
  logger?: Logger;
}

export function imageRoutes(
  api: Api,
  { db, dataDir, uploads, logger, ...fetching }: ImageDeps,
): void {
  const cache = new ImageCache(join(dataDir, 'image-cache'), { logger });
  const proxy = new ImageProxy({ cache, fetching, logger });

  api.serve('GET /api/image-proxy', async ({ query: { url, w }, res }) => {
    if (!(await isUsedAddress(db, url))) throw notFound('picture');
    const image = await proxy.get(url, w);
    res
      .type('webp')
      .set({ 'Cache-Control': 'public, max-age=604800', 'X-Content-Type-Options': 'nosniff' })
      .send(image);
    return undefined;
  });
  api.router.use('/uploads', uploads.routes);
}
