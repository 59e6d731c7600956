import express, { type RequestHandler, Router } from 'express';
import { notFound } from '../../errors';
import type { LocalCopies } from './local-copies';
import { isPictureName } from './picture-place';

const YEAR_SECONDS = 365 * 24 * 60 * 60;

/**
 * Our own pictures, under names that change with their content, so that browsers may keep them.
 * The folder is looked into first even where there is a bucket: in it lie the demo's photographs,
 * and what was uploaded before there was a bucket.
 */
export function uploadRoutes(directory: string, copies: LocalCopies | null): Router {
  const router = Router();
  router.use(
    express.static(directory, {
      index: false,
      redirect: false,
      dotfiles: 'ignore',
      immutable: true,
      maxAge: YEAR_SECONDS * 1_000,
      setHeaders: (res) => res.setHeader('X-Content-Type-Options', 'nosniff'),
    }),
  );
  if (copies) router.get('/:name', fromBucket(copies));
  // Else the application's page would answer for a picture that is missing.
  router.use(() => {
    throw notFound('file');
  });
  return router;
}

const fromBucket =
  (copies: LocalCopies): RequestHandler<{ name: string }> =>
  async (req, res) => {
    const { name } = req.params;
    const picture = isPictureName(name) ? await copies.get(name) : null;
    if (!picture) throw notFound('file');
    // Sent whole: a slow phone must not hold a connection to the store, nor keep half a picture.
    res
      .type('webp')
      .set({
        'Cache-Control': `public, max-age=${YEAR_SECONDS}, immutable`,
        'X-Content-Type-Options': 'nosniff',
      })
      .send(picture);
  };
