import { join } from 'node:path';
import { Router } from 'express';
import { imageProxyQuery } from '#shared/contracts/images';
import type { Database } from '../db/client';
import { notFound } from '../errors';
import { parse } from '../http';
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

export function imageRoutes({ db, dataDir, uploads, logger, ...fetching }: ImageDeps): Router {
  const router = Router();
  const cache = new ImageCache(join(dataDir, 'image-cache'), { logger });
  const proxy = new ImageProxy({ cache, fetching, logger });

  router.get('/api/image-proxy', async (req, res) => {
    const { url, w } = parse(imageProxyQuery, req.query);
    if (!(await isUsedAddress(db, url))) throw notFound('picture');
    const image = await proxy.get(url, w);
    res
      .type('webp')
      .set({ 'Cache-Control': 'public, max-age=604800', 'X-Content-Type-Options': 'nosniff' })
      .send(image);
  });
  router.use('/uploads', uploads.routes);

  return router;
}
