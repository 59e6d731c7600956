import { join } from 'node:path';
import type { Database } from '../db/client';
import { notFound } from '../errors';
import type { Api } from '../http';
import type { Logger } from '../platform/logger';
import type { FetchSeams } from './fetch-image';
import { ImageCache } from './image-cache';
import { ImageProxy } from './image-proxy';
import type { Uploads } from './uploads/uploads';
import { isUsedAddress } from './used-addresses';

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
