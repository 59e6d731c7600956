import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'esbuild';
import { ROOT } from './lib/run.mjs';

const OUTPUTS = ['server', 'sandbox', 'demo'];
for (const name of OUTPUTS) {
  // The names of shared chunks change with their content, so old ones would remain.
  await rm(path.join(ROOT, 'dist', name), { recursive: true, force: true });
}

// The server, the commands that npm can run, and their shared chunks. The server loads `sandbox` and
// `demo` by dynamic import, and never in production.
const { scripts } = JSON.parse(await readFile(path.join(ROOT, 'package.json'), 'utf8'));
const commands = Object.values(scripts).flatMap(
  (script) => /^node scripts\/command\.mjs (\S+)$/.exec(script)?.[1] ?? [],
);
const entries = ['index', ...commands.map((name) => `commands/${name}`)];

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
  packages: 'external',
  sourcemap: true,
  logLevel: 'warning',
});
