import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, mergeConfig, type UserConfig } from 'vite';
import { BUILD_TARGET } from './scripts/lib/browser-floor/floor.mjs';
import { layerBlocks } from './scripts/lib/browser-floor/layer-blocks.mjs';
import { plainClasses } from './scripts/lib/browser-floor/plain-classes.mjs';

/** Build of the server-rendered pages: the same sources as one self-contained module for Node. */
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

/** Index files, which only re-export. */
const DOOR = /\/client\/src\/features\/.*\/index\.ts$/;

const forBrowsers: UserConfig = {
  // A classic script: Firefox supports modules in workers only since 114.
  worker: { format: 'iife' },
  build: {
    outDir: '../dist/client',
    emptyOutDir: true,
    // Tells the server which files a page needs.
    manifest: true,
    target: BUILD_TARGET,
    assetsInlineLimit: 2048,
    // Browsers without it load the same files a moment later.
    modulePreload: {
      polyfill: false,
      // These are loaded anyway: otherwise each would be in every preload list.
      resolveDependencies: (_file, files) =>
        files.filter((file) => !/\/(framework|rolldown-runtime|index)-/.test(file)),
    },
    rolldownOptions: {
      // Otherwise a feature's index would pull the whole feature into the first load, for the one
      // thing that the shell uses.
      treeshake: { moduleSideEffects: [{ test: DOOR, sideEffects: false }] },
      output: {
        // On a bad network every request costs more than the bytes it saves: few files, each needed
        // as a whole by the pages that load it.
        codeSplitting: {
          groups: [
            // Stays in the browser's cache from one release to the next.
            { name: 'framework', tags: ['$initial'], test: /node_modules/, priority: 4 },
            { name: 'site', tags: ['$initial'], priority: 3 },
            // Otherwise the checkout would load the toast code because of a shared icon.
            { name: 'icons', test: /lucide-react/, minShareCount: 3, priority: 3.5 },
            // The checkout's share of the small modules below: the voter waits for it.
            {
              name: 'form',
              test: /ui[\\/](fields[\\/](text-field|checkbox|choice-card)|progress-bar|separator)|lib[\\/](api[\\/]retry-time|page[\\/]link-source)|shared[\\/]domain[\\/](in-time|payment|uuid|polling|email|phone|link-source|pricing|votes|spelled)\.ts/,
              minShareCount: 2,
              priority: 2.7,
            },
            // Small modules shared by several pages, which would otherwise be a file each, or pull
            // in a whole group below that contains some of them. Charts are excluded.
            {
              name: 'parts',
              test: /client[\\/]src[\\/](ui[\\/](?!chart|overlay)|lib|features[\\/]share)|shared[\\/]domain|tailwind\.config|design-tokens|lucide-react|react-query/,
              minShareCount: 2,
              priority: 2.5,
            },
            // Dialogs are loaded without what only toasts need.
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
            // Following a payment: for the checkout, and for voters who return to one.
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

/** Build of the script in each document that loads the site's code. */
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

/**
 * Build of the service worker, which opens the site without a network. It is built after the site,
 * whose file names identify the release.
 */
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
      // React includes it since the version before ours.
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
