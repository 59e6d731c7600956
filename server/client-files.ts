import { join } from 'node:path';
import express, { type Handler, Router } from 'express';
import { notFound } from './errors';
import { CLIENT_DIST_DIR, PROJECT_ROOT } from './paths';

/** The built client: hashed files for ever, and index.html for every screen's address. */
export function builtClient(): Handler {
  const router = Router();
  router.use(
    '/assets',
    express.static(join(CLIENT_DIST_DIR, 'assets'), {
      immutable: true,
      maxAge: '1y',
      index: false,
    }),
    () => {
      throw notFound('file');
    },
  );
  router.use(express.static(CLIENT_DIST_DIR, { index: false, maxAge: '1h' }));
  // By expression, because a named part would be decoded: a link that was cut in the middle of a
  // letter gets the page too, which says that nothing was found.
  router.get(/.*/, (_req, res) => {
    res.set('Cache-Control', 'no-cache').sendFile(join(CLIENT_DIST_DIR, 'index.html'));
  });
  return router;
}

/** Vite inside our server, with hot reload. Only `npm run dev` gets here. */
export async function developedClient(): Promise<Handler> {
  const { createServer } = await import('vite');
  const vite = await createServer({
    configFile: join(PROJECT_ROOT, 'vite.config.ts'),
    server: { middlewareMode: true },
  });
  return (req, res, next) => {
    // Hot reload works with inline scripts and a socket on another port.
    res.removeHeader('Content-Security-Policy');
    vite.middlewares(req, res, next);
  };
}
