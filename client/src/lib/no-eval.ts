/**
 * Zod tests whether it may compile its checks. The CSP of our pages forbids that, and the browser
 * logs an error to its console. Imported before anything is parsed, in pages and workers alike.
 * @see https://zod.dev/api `jitless`
 */
const shared = globalThis as { __zod_globalConfig?: { jitless?: boolean } };
shared.__zod_globalConfig ??= {};
shared.__zod_globalConfig.jitless = true;

export {};
