import { transformWithOxc } from 'vite';

const STATIC_BLOCK = /\bstatic\s*\{/;

/**
 * Vite plugin that compiles classes with static blocks to plain ones. On its own, the compiler
 * would turn such a block into a function in a static field, which Safari before 16 mishandles.
 * @returns {import('vite').Plugin}
 */
export const plainClasses = () => ({
  name: 'plain-classes',
  apply: 'build',
  transform: {
    filter: { id: /\.m?js$/, code: STATIC_BLOCK },
    async handler(code, id) {
      const { code: plain, map = null } = await transformWithOxc(code, id, { target: 'es2021' });
      return { code: plain, map };
    },
  },
});
