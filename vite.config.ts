import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, mergeConfig, type UserConfig } from 'vite';
import { BUILD_TARGET } from './scripts/lib/browser-floor/floor.mjs';
import { layerBlocks } from './scripts/lib/browser-floor/layer-blocks.mjs';
import { plainClasses } from './scripts/lib/browser-floor/plain-classes.mjs';

/** The pages that the server draws: the same sources as one module for Node, complete in itself. */
const forServer: UserConfig = {
  define: { 'process.env.NODE_ENV': '"production"' },
  ssr: { noExternal: true },
  build: {
    ssr: 'src/server-entry.tsx',
    outDir: '../dist/pages',
    emptyOutDir: true,
    copyPublicDir: false,
    target: 'node20',
  },
};

/** What only hands on what other files have. */
const DOOR = /\/client\/src\/features\/.*\/index\.ts$/;

const forBrowsers: UserConfig = {
  // One classic script: Firefox runs modules in workers since 114.
  worker: { format: 'iife' },
  build: {
    outDir: '../dist/client',
    emptyOutDir: true,
    // Tells the server which files a page needs.
    manifest: true,
    target: BUILD_TARGET,
    assetsInlineLimit: 2048,
    // Browsers without it load the same files, a moment later.
    modulePreload: {
      polyfill: false,
      // Whoever imports anything has these: each would stand in every list.
      resolveDependencies: (_file, files) =>
        files.filter((file) => !/\/(framework|rolldown-runtime|index)-/.test(file)),
    },
    rolldownOptions: {
      // Else a feature's door would bring all of it into the first load, for the one thing that the
      // shell takes of it.
      treeshake: { moduleSideEffects: [{ test: DOOR, sideEffects: false }] },
      output: {
        // On a bad network every request costs more than the bytes it saves: few files, each needed
        // as a whole by whoever asks for it.
        codeSplitting: {
          groups: [
            // Lasts from one release to the next in the browser's cache.
            { name: 'framework', tags: ['$initial'], test: /node_modules/, priority: 4 },
            { name: 'site', tags: ['$initial'], priority: 3 },
            // Else the checkout would load what shows toasts, for an icon that both have.
            { name: 'icons', test: /lucide-react/, minShareCount: 3, priority: 3.5 },
            // What the checkout has of the small change below: the voter waits for it.
            {
              name: 'form',
              test: /ui[\\/](fields[\\/](text-field|checkbox|choice-card)|progress-bar|separator)|lib[\\/](api[\\/]retry-time|page[\\/]link-source)|shared[\\/]domain[\\/](in-time|payment|uuid|polling|email|phone|link-source|pricing|votes|spelled)\.ts/,
              minShareCount: 2,
              priority: 2.7,
            },
            // The small change of several pages, which would otherwise be a file each, or bring along
            // all of a group below that has some of it. Charts are no small change.
            {
              name: 'parts',
              test: /client[\\/]src[\\/](ui[\\/](?!chart|overlay)|lib|features[\\/]share)|shared[\\/]domain|tailwind\.config|design-tokens|lucide-react|react-query/,
              minShareCount: 2,
              priority: 2.5,
            },
            // What dialogs need is loaded without what only toasts need.
            {
              name: 'overlays',
              test: /@radix-ui|ui[\\/]overlay[\\/]dialog\.tsx/,
              minShareCount: 2,
              priority: 2,
            },
            {
              name: 'toaster',
              test: /@radix-ui[\\/]react-(toast|collection|direction)|ui[\\/]overlay[\\/]toaster\.tsx/,
              priority: 1,
            },
            // Following a payment: of the checkout, and of whoever comes back to one.
            {
              name: 'payment',
              test: /features[\\/]checkout[\\/](model|progress)/,
              minShareCount: 2,
              priority: 2,
            },
          ],
        },
      },
    },
  },
};

/** What stands in each document and brings in the site's code. */
const forBegin: UserConfig = {
  build: {
    outDir: '../dist/begin',
    emptyOutDir: true,
    copyPublicDir: false,
    target: BUILD_TARGET,
    modulePreload: false,
    rolldownOptions: {
      input: path.resolve(import.meta.dirname, 'client/src/begin.ts'),
      output: { entryFileNames: 'begin.js', format: 'iife' },
    },
  },
};

/** What has the site open without a network, beside the built site, whose files name its release. */
const forServiceWorker = (): UserConfig => {
  const manifest = readFileSync(
    path.resolve(import.meta.dirname, 'dist/client/.vite/manifest.json'),
  );
  const release = createHash('sha256').update(manifest).digest('hex').slice(0, 12);
  return {
    define: { RELEASE: JSON.stringify(release), 'process.env.NODE_ENV': '"production"' },
    build: {
      outDir: '../dist/client',
      emptyOutDir: false,
      target: BUILD_TARGET,
      copyPublicDir: false,
      rolldownOptions: {
        input: path.resolve(import.meta.dirname, 'client/service-worker/service-worker.ts'),
        output: { format: 'iife', entryFileNames: 'service-worker.js' },
      },
    },
  };
};

const common: UserConfig = {
  root: 'client',
  resolve: {
    alias: {
      '#client': path.resolve(import.meta.dirname, 'client/src'),
      // React has had it since the version before ours.
      'use-sync-external-store/shim/index.js': 'react',
      'use-sync-external-store/shim': 'react',
    },
  },
  plugins: [react(), tailwindcss(), layerBlocks(), plainClasses()],
};

export default defineConfig(({ mode }) => {
  if (mode === 'service-worker') return mergeConfig(common, forServiceWorker());
  const forMode = { pages: forServer, begin: forBegin }[mode] ?? forBrowsers;
  return mergeConfig(common, forMode);
});
