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

/** Files that only re-export other files. */
const DOOR = /\/client\/src\/features\/.*\/index\.ts$/;

/** Names the chunk of a screen or an index file after its feature, such as `admin-shell`. */
const featureOf = (moduleId: string | null | undefined): string | undefined =>
  /\/features\/(.+)\/(?:screen|index)\.tsx?$/.exec(moduleId ?? '')?.[1]?.replaceAll('/', '-');

const forBrowsers: UserConfig = {
  // A classic script: Firefox supports modules in workers only since 114.
  worker: { format: 'iife' },
  build: {
    outDir: '../dist/client',
    emptyOutDir: true,
    // The server reads from it which files a page needs.
    manifest: true,
    target: BUILD_TARGET,
    assetsInlineLimit: 2048,
    // Browsers without modulepreload load the same files slightly later.
    modulePreload: {
      polyfill: false,
      // These files are always loaded already, and would otherwise be in every list.
      resolveDependencies: (_file, files) =>
        files.filter((file) => !/\/(framework|rolldown-runtime|index)-/.test(file)),
    },
    rolldownOptions: {
      // Otherwise importing one thing from a feature's index.ts would put the whole feature into the
      // first load.
      treeshake: { moduleSideEffects: [{ test: DOOR, sideEffects: false }] },
      output: {
        chunkFileNames: ({ name, facadeModuleId }) =>
          `assets/${featureOf(facadeModuleId) ?? name}-[hash].js`,
        // On a bad network a request costs more than the bytes it saves: few files, each of which is
        // needed as a whole.
        codeSplitting: {
          groups: [
            // Stays in the browser's cache from one release to the next.
            { name: 'framework', tags: ['$initial'], test: /node_modules/, priority: 4 },
            { name: 'site', tags: ['$initial'], priority: 3 },
            // Otherwise the checkout would load the toast code because of an icon that both use.
            { name: 'icons', test: /lucide-react/, minShareCount: 3, priority: 3.5 },
            // The parts of the group below that the checkout needs, because the voter waits for it.
            {
              name: 'form',
              test: /ui[\\/](fields[\\/](text-field|checkbox|choice-card)|progress-bar|separator)|lib[\\/](api[\\/]retry-time|page[\\/]link-source)|shared[\\/]domain[\\/](in-time|payment|uuid|polling|email|phone|link-source|pricing|votes|spelled)\.ts/,
              minShareCount: 2,
              priority: 2.7,
            },
            // Small modules used by several pages, which would otherwise be separate files, or cause
            // a whole group below to be loaded. Charts are too large for it.
            {
              name: 'parts',
              test: /client[\\/]src[\\/](ui[\\/](?!chart|overlay)|lib|features[\\/]share)|shared[\\/]domain|tailwind\.config|design-tokens|lucide-react|react-query/,
              minShareCount: 2,
              priority: 2.5,
            },
            // Dialogs are loaded without the code that only toasts need.
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
            // Following a payment, in the checkout and for voters who return to one.
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

/** The inline script of each document, which loads the site's code. */
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

/** The service worker, next to the built site. A hash of the site's manifest identifies the release. */
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
      // The decoder alone: the package would start it from text, which our content security policy
      // refuses. This build contains neither WebAssembly nor `eval`.
      'heic-to/libheif': path.resolve(
        import.meta.dirname,
        'node_modules/heic-to/src/lib/libheif-without-unsafe-eval.js',
      ),
      // React has included it since the previous major version.
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
