import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import type { RequestHandler, Response } from 'express';
import { artists, categories, nominations } from '#shared/schema';
import { currentUser } from '../auth';
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
  /** Lets who is signed in pass. */
  requireUser: readonly RequestHandler[];
  dataDir: string;
  uploads: Uploads;
  logger?: Logger;
}

const sendImage = (res: Response, image: Buffer, caching: string) =>
  res
    .type('webp')
    .set({ 'Cache-Control': caching, 'X-Content-Type-Options': 'nosniff' })
    .send(image);

export function imageRoutes(
  api: Api,
  { db, requireUser, dataDir, uploads, logger, ...fetching }: ImageDeps,
): void {
  const cache = new ImageCache(join(dataDir, 'image-cache'), { logger });
  const proxy = new ImageProxy({ cache, fetching, logger });

  api.serve('GET /api/image-proxy', async ({ query: { url, w }, res }) => {
    if (!(await isUsedAddress(db, url))) throw notFound('picture');
    sendImage(res, await proxy.get(url, w), 'public, max-age=604800');
    return undefined;
  });
  // Under the guard of all paths of administrators.
  api.serve('GET /api/admin/image-preview', async ({ query: { url, w }, res }) => {
    sendImage(res, await proxy.get(url, w), 'no-store');
    return undefined;
  });
  // Without an address of its own: that of another person, or anything else, cannot be asked for.
  api.serve(
    'GET /api/auth/picture',
    async ({ req, res }) => {
      const { profileImageUrl } = currentUser(req);
      if (profileImageUrl === null) throw notFound('picture');
      sendImage(res, await proxy.get(profileImageUrl, 160), 'no-store');
      return undefined;
    },
    { before: requireUser },
  );
  api.router.use('/uploads', uploads.routes);
}
