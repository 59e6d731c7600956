import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { PageRenderer } from '#shared/contracts/pages';
import { CLIENT_DIST_DIR, PAGES_DIST_DIR } from '../config';

/** What the build has made of the client: its one document, and what draws pages into it. */
export interface BuiltSite {
  /** index.html, as every page begins. */
  template: string;
  renderer: PageRenderer;
  /** The files that a browser loads for these sources, with all that they import. */
  filesOf(sources: readonly string[]): string[];
}

interface Chunk {
  file: string;
  imports?: string[];
}

export async function builtSite(): Promise<BuiltSite> {
  const [template, manifest, renderer] = await Promise.all([
    readFile(join(CLIENT_DIST_DIR, 'index.html'), 'utf8'),
    readFile(join(CLIENT_DIST_DIR, '.vite', 'manifest.json'), 'utf8'),
    import(pathToFileURL(join(PAGES_DIST_DIR, 'server-entry.js')).href),
  ]);
  const chunks: Readonly<Record<string, Chunk>> = JSON.parse(manifest);
  const collect = (source: string, files: Set<string>): Set<string> => {
    const chunk = chunks[source];
    if (!chunk) throw new Error(`The build has no chunk for ${source}.`);
    if (files.has(chunk.file)) return files;
    files.add(chunk.file);
    for (const imported of chunk.imports ?? []) collect(imported, files);
    return files;
  };
  // The document names these by itself.
  const first = collect('index.html', new Set());
  return {
    template,
    renderer,
    filesOf(sources) {
      const files = new Set<string>();
      for (const source of sources) collect(source, files);
      return [...files].filter((file) => !first.has(file)).map((file) => `/${file}`);
    },
  };
}
