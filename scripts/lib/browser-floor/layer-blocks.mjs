/**
 * Vite's plugin that names cascade layers by empty blocks. Chrome from 99 to 103 at least hangs when it
 * takes a style sheet from its cache that has media queries and, anywhere, a statement as `@layer a, b;`.
 * Blocks without rules name the same layers in the same order.
 * @returns {import('vite').Plugin}
 */
export const layerBlocks = () => ({
  name: 'layer-blocks',
  apply: 'build',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type === 'asset' && file.fileName.endsWith('.css')) {
          file.source = withLayerBlocks(String(file.source));
        }
      }
    },
  },
});

/** @param {string} css minified: no comment that looks like a statement */
export const withLayerBlocks = (css) =>
  css.replace(/@layer ([^{};]+);/g, (_statement, names) =>
    names
      .split(',')
      .map((/** @type {string} */ name) => `@layer ${name.trim()}{}`)
      .join(''),
  );
