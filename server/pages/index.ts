export { type BuiltSite, builtSite } from './built-site';
export { OWN_SCRIPT_HASHES } from './document';
export { cacheKey } from './pages';
export { registerPages } from './register';
export { scriptHash } from './script-hash';
export { startingPage } from './starting-page';
