import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { BEGIN_FILE, CLIENT_DIST_DIR, PAGES_DIST_DIR } from '#server/config/index';
import type { PageRenderer } from '#shared/contracts/pages';

/** Output of the client build: its HTML document, and the server-side renderer. */
export interface BuiltSite {
  /** index.html, the start of every page. */
  template: string;
  renderer: PageRenderer;
  /** Inline script of each document, which loads the site's code. */
  begin: string;
  /** Files of the first load, starting with the entry file. */
  first: readonly string[];
  /** Returns the additional files that a browser loads for some sources, with all their imports. */
  filesOf(sources: readonly string[]): string[];
  /** Returns the hash of a file's content for the attribute `integrity`. */
  integrityOf(file: string): string;
}

interface Chunk {
  file: string;
  imports?: string[];
  css?: string[];
}

async function integrity(file: string): Promise<string> {
  const content = await readFile(join(CLIENT_DIST_DIR, file));
  return `sha256-${createHash('sha256').update(content).digest('base64')}`;
}

export async function builtSite(): Promise<BuiltSite> {
  const [template, manifest, begin, renderer] = await Promise.all([
    readFile(join(CLIENT_DIST_DIR, 'index.html'), 'utf8'),
    readFile(join(CLIENT_DIST_DIR, '.vite', 'manifest.json'), 'utf8'),
    readFile(BEGIN_FILE, 'utf8'),
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
  const first = collect('index.html', new Set());
  const files = new Set(Object.values(chunks).flatMap(({ file, css = [] }) => [file, ...css]));
  const integrities = new Map<string, string>(
    await Promise.all([...files].map(async (file) => [`/${file}`, await integrity(file)] as const)),
  );
  return {
    template,
    renderer,
    begin: begin.trim(),
    first: [...first].map((file) => `/${file}`),
    filesOf(sources) {
      const files = new Set<string>();
      for (const source of sources) collect(source, files);
      return [...files].filter((file) => !first.has(file)).map((file) => `/${file}`);
    },
    integrityOf(file) {
      const found = integrities.get(file);
      if (!found) throw new Error(`The build has no file ${file}.`);
      return found;
    },
  };
}
