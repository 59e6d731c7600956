import { cp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { build } from 'esbuild';
import { ROOT } from './lib/run.mjs';

const OUTPUTS = ['server', 'sandbox', 'demo', 'api-docs'];
for (const name of OUTPUTS) {
  // The names of shared chunks change with their content, so old ones would remain.
  await rm(path.join(ROOT, 'dist', name), { recursive: true, force: true });
}

// The server, the commands that npm can run, and their shared chunks. The server loads `sandbox` and
// `demo` by dynamic import, and in production never; a rehearsal loads `sandbox`.
const { scripts } = await readJson('package.json');
const commands = Object.values(scripts).flatMap(
  (script) => /^exec node scripts\/command\.mjs (\S+)$/.exec(script)?.[1] ?? [],
);
const entries = [
  'index',
  'rehearse',
  'pictures/drawing-program',
  'platform/tables/spreadsheet-program',
  ...commands.map((name) => `commands/${name}`),
];

// Packages become part of these files: a start that reads some dozens of files instead of two
// thousand takes half the processor time. Not included are native code, packages that read files of
// their own, and development packages.
const { packages } = await readJson('package-lock.json');
const namesOf = (/** @type {boolean} */ isDevelopment) =>
  Object.keys(packages)
    .filter((folder) => Boolean(packages[folder].dev) === isDevelopment)
    .map((folder) => folder.split('node_modules/').pop() ?? '');
const production = new Set(namesOf(false));
const development = namesOf(true).filter((name) => !production.has(name));
// With transports, pino and thread-stream would have to join them: they start workers from files.
const external = ['sharp', 'pdfkit', 'fontkit', 'pg-native', ...development];

await build({
  entryPoints: {
    ...Object.fromEntries(
      entries.map((name) => [`server/${name}`, path.join(ROOT, 'server', `${name}.ts`)]),
    ),
    'sandbox/index': path.join(ROOT, 'sandbox', 'index.ts'),
    'demo/seed': path.join(ROOT, 'demo', 'seed.ts'),
  },
  outdir: path.join(ROOT, 'dist'),
  chunkNames: 'server/[name]-[hash]',
  splitting: true,
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  external,
  // CommonJS packages call `require`, which ES modules lack.
  banner: {
    js: "import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);",
  },
  sourcemap: true,
  // The sources themselves are in the repository.
  sourcesContent: false,
  logLevel: 'warning',
});

// The viewer's package is not installed in production, because it brings one that reports downloads.
const viewer = path.dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
for (const name of ['swagger-ui.css', 'swagger-ui-bundle.js', 'LICENSE', 'NOTICE']) {
  await cp(path.join(viewer, name), path.join(ROOT, 'dist', 'api-docs', name));
}

/** @param {string} name */
async function readJson(name) {
  return JSON.parse(await readFile(path.join(ROOT, name), 'utf8'));
}
