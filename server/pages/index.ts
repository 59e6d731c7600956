export { type BuiltSite, builtSite } from './built-site';
export { cacheKey, pages } from './pages';
export { askToWait } from './starting';
