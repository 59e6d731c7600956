/**
 * The package's main entry prints a warning that it needs Node 22. The parts used by the sandbox
 * also run on Node 20, and are imported without that entry.
 */
declare module 'oidc-provider/lib/provider.js' {
  export { Provider } from 'oidc-provider';
}

declare module 'oidc-provider/lib/adapters/memory_adapter.js' {
  import type { AdapterFactory } from 'oidc-provider';

  export function createMemoryAdapter(): AdapterFactory;
}
