import path from 'node:path';
import { build } from 'esbuild';
import { ROOT } from './lib/run.mjs';

await build({
  entryPoints: [path.join(ROOT, 'server', 'index.ts')],
  outfile: path.join(ROOT, 'dist', 'server', 'index.js'),
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  packages: 'external',
  sourcemap: true,
  logLevel: 'warning',
});
