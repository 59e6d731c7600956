import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Finds the folder of package.json from this file, which runs as source and in a
 * chunk of dist/server.
 */
function findProjectRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'package.json'))) {
    const parent = dirname(folder);
    if (parent === folder) throw new Error('package.json not found above the server');
    folder = parent;
  }
  return folder;
}

export const PROJECT_ROOT = findProjectRoot();
export const MIGRATIONS_DIR = join(PROJECT_ROOT, 'migrations');
export const DEMO_PICTURES_DIR = join(PROJECT_ROOT, 'demo', 'pictures');
export const CLIENT_DIST_DIR = join(PROJECT_ROOT, 'dist', 'client');
/** Inline script of each document, which loads the client's code. */
export const BEGIN_FILE = join(PROJECT_ROOT, 'dist', 'begin', 'begin.js');
/** The server-side renderer of the client's pages. */
export const PAGES_DIST_DIR = join(PROJECT_ROOT, 'dist', 'pages');
/** The viewer of the OpenAPI document. */
export const API_DOCS_DIST_DIR = join(PROJECT_ROOT, 'dist', 'api-docs');
/** Files for people who verify the open count without trusting this site. */
export const OPEN_COUNT_DOWNLOADS = [
  {
    name: 'verify-count.mjs',
    file: join(PROJECT_ROOT, 'tools', 'verify-count.mjs'),
    type: 'text/javascript',
  },
  {
    name: 'open-count.md',
    file: join(PROJECT_ROOT, 'docs', 'open-count.md'),
    type: 'text/markdown',
  },
] as const;
