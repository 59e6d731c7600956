/**
 * Vite plugin that declares cascade layers by empty blocks. Chrome from 99 to at least 103 hangs
 * when it loads a style sheet from its cache that contains media queries and, anywhere, a statement
 * such as `@layer a, b;`. Empty blocks declare the same layers in the same order.
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

/** @param {string} css minified: contains no comment that looks like a statement */
export const withLayerBlocks = (css) =>
  css.replace(/@layer ([^{};]+);/g, (_statement, names) =>
    names
      .split(',')
      .map((/** @type {string} */ name) => `@layer ${name.trim()}{}`)
      .join(''),
  );
