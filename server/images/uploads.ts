import express, { Router } from 'express';
import { notFound } from '../errors';

/** Our own pictures, under names that change with their content, so that browsers may keep them. */
export function uploads(directory: string): Router {
  const router = Router();
  router.use(
    express.static(directory, {
      index: false,
      redirect: false,
      dotfiles: 'ignore',
      immutable: true,
      maxAge: '1y',
      setHeaders: (res) => res.setHeader('X-Content-Type-Options', 'nosniff'),
    }),
  );
  // Else the application's page would answer for a picture that is missing.
  router.use(() => {
    throw notFound('file');
  });
  return router;
}
