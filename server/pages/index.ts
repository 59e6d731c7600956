export { type BuiltSite, builtSite } from './built-site';
export { OWN_SCRIPT_HASHES } from './document';
export { cacheKey, pages } from './pages';
export { scriptHash } from './script-hash';
export { shortLinks } from './short-links';
export { siteFiles } from './site-files';
export { askToWait } from './starting';
