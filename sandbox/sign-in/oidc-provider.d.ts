/**
 * The package's own entry warns on the terminal that it wants Node 22. What the sandbox uses of it
 * runs on Node 20 too, and is reached past that entry.
 */
declare module 'oidc-provider/lib/provider.js' {
  export { Provider } from 'oidc-provider';
}

declare module 'oidc-provider/lib/adapters/memory_adapter.js' {
  import type { AdapterFactory } from 'oidc-provider';

  export function createMemoryAdapter(): AdapterFactory;
}
