export { ErrorBoundary } from './error-boundary';
export { PageFallback } from './page-fallback';
export { SiteFooter } from './site-footer';
export { SiteHeader } from './site-header';
export { useArrival } from './use-arrival';
