import { readdirSync } from 'node:fs';
import { extname, join } from 'node:path';
import express, { type Handler, type Response, Router } from 'express';
import { CLIENT_DIST_DIR, PROJECT_ROOT } from '#server/config/index';
import { notFound } from '#server/errors';
import { SERVICE_WORKER_PATH } from '#shared/domain/offline';

/** Serves the built client: hashed files are cached for ever, others for an hour. */
export function builtClient(): Handler {
  const router = Router();
  const assets = join(CLIENT_DIST_DIR, 'assets');
  router.use(
    '/assets',
    preferCompressed(assets),
    express.static(assets, {
      immutable: true,
      maxAge: '1y',
      index: false,
      setHeaders: describeCompressed,
    }),
    () => {
      throw notFound('file');
    },
  );
  router.use(
    express.static(CLIENT_DIST_DIR, {
      index: false,
      maxAge: '1h',
      setHeaders(res, file) {
        // An outdated service worker would respond on behalf of the new site.
        if (file.endsWith(SERVICE_WORKER_PATH)) res.set('Cache-Control', 'no-cache');
        if (file.endsWith('.svg')) res.type('image/svg+xml; charset=utf-8');
      },
    }),
  );
  return router;
}

const COMPRESSED = '.br';

/** Serves the file compressed by the build, if there is one and the browser accepts it. */
function preferCompressed(directory: string): Handler {
  const compressed = new Set(
    readdirSync(directory).flatMap((name) =>
      name.endsWith(COMPRESSED) ? [`/${name.slice(0, -COMPRESSED.length)}`] : [],
    ),
  );
  return (req, res, next) => {
    if (compressed.has(req.path)) {
      res.vary('Accept-Encoding');
      if (req.acceptsEncodings('br')) req.url = req.path + COMPRESSED;
    }
    next();
  };
}

/** Called for an existing file: sets its content type and encoding. */
function describeCompressed(res: Response, file: string): void {
  if (!file.endsWith(COMPRESSED)) return;
  res.type(extname(file.slice(0, -COMPRESSED.length))).set('Content-Encoding', 'br');
}

/**
 * Runs Vite inside our server, with hot reload; all pages are rendered by the browser. Used by `npm
 * run dev` only.
 */
export async function developedClient(): Promise<Handler> {
  const { createServer } = await import('vite');
  const vite = await createServer({
    configFile: join(PROJECT_ROOT, 'vite.config.ts'),
    server: { middlewareMode: true },
  });
  return (req, res, next) => {
    // Hot reload needs inline scripts and a socket on another port.
    res.removeHeader('Content-Security-Policy');
    vite.middlewares(req, res, next);
  };
}
