/**
 * Zod tries whether it may compile its checks. The policy of our pages refuses that, and the browser
 * writes an error into its console. Imported before anything is parsed, in pages and workers alike.
 * @see https://zod.dev/api `jitless`
 */
const shared = globalThis as { __zod_globalConfig?: { jitless?: boolean } };
shared.__zod_globalConfig ??= {};
shared.__zod_globalConfig.jitless = true;

export {};
