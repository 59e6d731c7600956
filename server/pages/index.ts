export { type BuiltSite, builtSite } from './built-site';
export { cacheKey, pages } from './pages';
