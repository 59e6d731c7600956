export { type BuiltSite, builtSite } from './built-site';
export { OWN_FIRST_HASH } from './own-first';
export { cacheKey, pages } from './pages';
export { shortLinks } from './short-links';
export { siteFiles } from './site-files';
export { START_WATCH_HASH } from './start-watch';
export { askToWait } from './starting';
