import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { RequestHandler } from 'express';
import { API_DOCS_DIST_DIR } from '#server/config/index';
import type { Registry } from '#server/room';
import { openApiDocument } from './openapi';

/** The build's copy; `npm run dev`, which builds nothing, takes the files from the package. */
const VIEWER = existsSync(API_DOCS_DIST_DIR)
  ? API_DOCS_DIST_DIR
  : path.dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
const VIEWER_FILES = ['swagger-ui.css', 'swagger-ui-bundle.js'] as const;

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>API</title>
    <link rel="stylesheet" href="/api/docs/swagger-ui.css" />
  </head>
  <body>
    <main id="api"></main>
    <script src="/api/docs/swagger-ui-bundle.js"></script>
    <script src="/api/docs/start.js"></script>
  </body>
</html>
`;
const START = `SwaggerUIBundle({ url: '/api/openapi.json', dom_id: '#api', deepLinking: true });\n`;

interface ApiDocsDeps {
  config: { isProduction: boolean };
  auth: { requireAdmin: readonly RequestHandler[] };
}

/**
 * The OpenAPI document, and a page that shows it: in production to the team only.
 */
export function registerApiDocs({ api }: Registry, { config, auth }: ApiDocsDeps): void {
  const readers = config.isProduction ? auth.requireAdmin : [];
  const document = openApiDocument();
  api.mount('GET', '/api/openapi.json', (_req, res) => void res.json(document));
  if (readers.length > 0) api.router.use('/api/docs', ...readers);
  api.mount('GET', '/api/docs', (_req, res) => void res.type('html').send(PAGE));
  api.mount('GET', '/api/docs/start.js', (_req, res) => void res.type('js').send(START));
  for (const name of VIEWER_FILES) {
    api.mount('GET', `/api/docs/${name}`, (_req, res) => res.sendFile(name, { root: VIEWER }));
  }
}
