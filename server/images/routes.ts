import { eq } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import type { RequestHandler, Response } from 'express';
import { currentUser } from '#server/auth/index';
import type { Database, Queryable } from '#server/db/client';
import { notFound } from '#server/errors';
import type { Logger } from '#server/platform/logger';
import type { Registry } from '#server/room';
import { renditionParams } from '#shared/contracts/images';
import { type ImageFormat, renditionAddress, uploadedName } from '#shared/domain/rendition';
import { artists, categories, editionArtists, nominations } from '#shared/schema';
import { ImageError, TooManyImages } from './image-error';
import type { Photos } from './photos';
import { CACHED_FOREVER } from './uploads/uploads';

/**
 * True when an artist, nomination or category has exactly this picture, or an artist had it in an
 * archived edition. Includes deleted and withdrawn ones, whose receipts are still shown.
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
    db
      .select({ id: editionArtists.artistId })
      .from(editionArtists)
      .where(eq(editionArtists.photoUrl, address)),
  ).limit(1);
  return uses.length > 0;
}

interface ImageDeps {
  db: Database;
  /** Origin of this site, as browsers see it. */
  publicOrigin: string;
  auth: {
    /** Admits signed-in users only. */
    requireUser: readonly RequestHandler[];
  };
  photos: Photos;
  logger?: Logger;
}

interface ImageResponse {
  image: Buffer;
  format: ImageFormat;
  caching: string;
}

const sendImage = (res: Response, { image, format, caching }: ImageResponse) =>
  res
    .type(format)
    .set({ 'Cache-Control': caching, 'X-Content-Type-Options': 'nosniff' })
    .send(image);

export function registerImages(
  { api }: Registry,
  { db, publicOrigin, auth: { requireUser }, photos, logger }: ImageDeps,
): void {
  const { proxy, uploads } = photos;

  // Before their queries are validated: our own site may have a port, other hosts may not.
  api.router.get(['/api/image-proxy', '/api/admin/image-preview'], ownPicture(publicOrigin));
  api.serve('GET /api/image-proxy', async ({ query: { url, w: width, f: format }, res }) => {
    if (!(await isUsedAddress(db, url))) throw notFound('picture');
    const image = await proxy.get(url, { width, format });
    sendImage(res, { image, format, caching: 'public, max-age=604800' });
    return undefined;
  });
  // Behind the guard of all admin paths.
  api.serve(
    'GET /api/admin/image-preview',
    async ({ query: { url, w: width, f: format }, res }) => {
      const image = await proxy.get(url, { width, format });
      sendImage(res, { image, format, caching: 'no-store' });
      return undefined;
    },
  );
  // Takes no address, so that no other person's picture, or anything else, can be requested.
  api.serve(
    'GET /api/auth/picture',
    async ({ req, res }) => {
      const { profileImageUrl } = currentUser(req);
      if (profileImageUrl === null) throw notFound('picture');
      const image = await proxy.get(profileImageUrl, { width: 160, format: 'webp' });
      sendImage(res, { image, format: 'webp', caching: 'no-store' });
      return undefined;
    },
    { before: requireUser },
  );
  api.router.get('/uploads/*picture/:width.:format', uploadedPicture(photos, logger));
  api.router.use('/uploads', uploads.routes);
}

/**
 * Redirects to our own pictures: administrators also copy addresses from our pages, and those need
 * no proxy. The browser cannot recognise them, because pages are rendered without knowing the
 * public origin.
 */
const ownPicture =
  (publicOrigin: string): RequestHandler =>
  ({ query: { url, w = '1080', f = 'webp' } }, res, next) => {
    const address = typeof url === 'string' && URL.canParse(url) ? new URL(url) : null;
    if (address?.origin !== publicOrigin || !address.pathname.startsWith('/uploads/'))
      return next();
    const rendition = renditionParams.safeParse({ width: w, format: f });
    const path =
      rendition.success && uploadedName(address.pathname) !== null
        ? renditionAddress(address.pathname, rendition.data)
        : address.pathname;
    res.set('Cache-Control', 'no-store').redirect(path);
  };

/** A picture that cannot be resized, or not now, is sent as uploaded. */
const uploadedPicture =
  (photos: Photos, logger: Logger | undefined): RequestHandler =>
  async ({ path, params }, res, next) => {
    const address = path.slice(0, path.lastIndexOf('/'));
    const rendition = renditionParams.safeParse(params);
    if (uploadedName(address) === null || !rendition.success) return next();
    try {
      const image = await photos.readUploaded(address, rendition.data);
      sendImage(res, { image, format: rendition.data.format, caching: CACHED_FOREVER });
    } catch (error) {
      if (error instanceof ImageError) {
        logger?.warn({ reason: error.reason }, 'an uploaded picture cannot be made smaller');
      } else if (!(error instanceof TooManyImages)) throw error;
      res.set('Cache-Control', 'no-store').redirect(address);
    }
  };
