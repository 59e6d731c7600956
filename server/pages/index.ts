export { type BuiltSite, builtSite } from './built-site';
export { cacheKey, pages } from './pages';
export { siteFiles } from './site-files';
export { askToWait } from './starting';
