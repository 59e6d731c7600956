import { rm } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'esbuild';
import { ROOT } from './lib/run.mjs';

const OUTPUTS = ['server', 'sandbox', 'demo'];
for (const name of OUTPUTS) {
  // The names of shared chunks change with their content, so old ones would remain.
  await rm(path.join(ROOT, 'dist', name), { recursive: true, force: true });
}

// Three entry points and their shared chunks: the server loads the other two by dynamic import, and
// never in production.
await build({
  entryPoints: {
    'server/index': path.join(ROOT, 'server', 'index.ts'),
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
